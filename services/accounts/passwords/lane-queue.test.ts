// Laws of the queue, and what happens to jobs that are abandoned or too many.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JobAbandoned, LaneQueue, QueueFull } from './lane-queue.ts'

const LANES = {
  kept: { weight: 4, reserved: true },
  open: { weight: 2, reserved: false },
  poor: { weight: 1, reserved: false },
} as const
type Name = keyof typeof LANES
type Served = { lane: Name; source: string }

/** A queue whose jobs end when the test says so, with a record of the order in which they were started. */
function stage({ slots = 2, reserved = 1, waitingMax = 100 } = {}) {
  const lanes = {
    kept: { ...LANES.kept, waitingMax },
    open: { ...LANES.open, waitingMax },
    poor: { ...LANES.poor, waitingMax },
  }
  const queue = new LaneQueue<Name>(lanes, { slots, reserved })
  const begun: Served[] = []
  const running: { served: Served; end: () => void }[] = []
  const outcomes: { served: Served; error: unknown }[] = []
  const add = (lane: Name, source: string, signal?: AbortSignal) => {
    const served = { lane, source }
    void queue
      .run({ lane, source, signal }, () => {
        begun.push(served)
        return new Promise<void>((end) => running.push({ served, end }))
      })
      .then(
        () => outcomes.push({ served, error: null }),
        (error: unknown) => outcomes.push({ served, error }),
      )
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    queue,
    add,
    begun,
    running,
    outcomes,
    settle,
    async endOne() {
      running.shift()?.end()
      await settle()
    },
    async drain() {
      await settle()
      while (running.length > 0) await this.endOne()
    },
  }
}

const arrivals = fc.array(
  fc.record({ lane: fc.constantFrom<Name>('kept', 'open', 'poor'), source: fc.constantFrom('a', 'b', 'c', 'd') }),
  { minLength: 1, maxLength: 60 },
)
const sizes = fc.record({ slots: fc.integer({ min: 1, max: 4 }), reserved: fc.integer({ min: 0, max: 2 }) })

describe('laws', () => {
  test('everything is done once, never more at a time than there are slots, nor in reserved slots', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, sizes, async (all, { slots, reserved }) => {
        const one = stage({ slots, reserved })
        for (const { lane, source } of all) one.add(lane, source)
        await one.settle()
        while (one.running.length > 0) {
          expect(one.running.length).toBeLessThanOrEqual(slots)
          const strangers = one.running.filter(({ served }) => served.lane !== 'kept')
          expect(strangers.length).toBeLessThanOrEqual(Math.max(1, slots - reserved))
          await one.endOne()
        }
        expect(one.outcomes.filter(({ error }) => error !== null)).toEqual([])
        expect(one.begun).toHaveLength(all.length)
      }),
    )
  })

  test('within a lane no source gets a second turn while another waits for its first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 40 }),
        async (sources) => {
          const one = stage({ slots: 1, reserved: 0 })
          one.add('open', 'before')
          for (const source of sources) one.add('open', source)
          await one.drain()
          const order = one.begun.slice(1).map(({ source }) => source)
          const rounds = new Map<string, number>()
          const roundOf = order.map((source) => {
            const round = (rounds.get(source) ?? 0) + 1
            rounds.set(source, round)
            return round
          })
          expect(roundOf).toEqual(roundOf.toSorted((a, b) => a - b))
        },
      ),
    )
  })

  test('busy lanes share the turns by weight', async () => {
    const one = stage({ slots: 1, reserved: 0 })
    for (let n = 0; n < 70; n++) for (const lane of ['poor', 'open', 'kept'] as const) one.add(lane, 'a')
    for (let n = 0; n < 70; n++) await one.endOne()
    const turns = (lane: Name) => one.begun.filter((served) => served.lane === lane).length
    expect(turns('kept')).toBeGreaterThanOrEqual(39)
    expect(turns('open')).toBeGreaterThanOrEqual(19)
    expect(turns('poor')).toBeGreaterThanOrEqual(9)
    await one.drain()
  })
})

test('behind a flood, a job in the lane with reserved slots starts at once', async () => {
  const one = stage()
  for (let n = 0; n < 90; n++) one.add('poor', `flood ${n % 30}`)
  await one.settle()
  expect(one.running).toHaveLength(1)
  one.add('kept', 'me')
  await one.settle()
  expect(one.begun.at(-1)).toEqual({ lane: 'kept', source: 'me' })
  await one.drain()
})

test('a lane that was idle has not saved up turns', async () => {
  const one = stage({ slots: 1, reserved: 0 })
  for (let n = 0; n < 30; n++) one.add('kept', 'a')
  for (let n = 0; n < 20; n++) await one.endOne()
  for (let n = 0; n < 10; n++) one.add('poor', 'b')
  const before = one.begun.length
  for (let n = 0; n < 5; n++) await one.endOne()
  expect(one.begun.slice(before).filter(({ lane }) => lane === 'poor')).toHaveLength(1)
  await one.drain()
})

test('an abandoned job is never started, and takes no place', async () => {
  const one = stage({ slots: 1, reserved: 0, waitingMax: 3 })
  const gone = new AbortController()
  one.add('open', 'running')
  for (let n = 0; n < 3; n++) one.add('open', 'leaver', gone.signal)
  gone.abort()
  for (let n = 0; n < 3; n++) one.add('open', 'stayer')
  one.add('open', 'late', gone.signal)
  await one.drain()
  expect(one.begun.map(({ source }) => source)).toEqual(['running', 'stayer', 'stayer', 'stayer'])
  const errors = one.outcomes.filter(({ error }) => error !== null)
  expect(errors).toHaveLength(4)
  for (const { error } of errors) expect(error).toBeInstanceOf(JobAbandoned)
})

test('a job that is abandoned after it started is finished', async () => {
  const one = stage({ slots: 1 })
  const gone = new AbortController()
  one.add('open', 'me', gone.signal)
  await one.settle()
  gone.abort()
  await one.drain()
  expect(one.outcomes).toEqual([{ served: { lane: 'open', source: 'me' }, error: null }])
})

test('in a full lane, the source with the most jobs is refused, and no other', async () => {
  const one = stage({ slots: 1, reserved: 0, waitingMax: 10 })
  one.add('open', 'running')
  for (let n = 0; n < 20; n++) one.add('open', 'flood')
  expect(one.queue.hasRoom({ lane: 'open', source: 'flood' })).toBe(false)
  expect(one.queue.hasRoom({ lane: 'open', source: 'a' })).toBe(true)
  for (const source of ['a', 'b', 'c']) one.add('open', source)
  // another lane has places of its own
  one.add('poor', 'd')
  await one.drain()
  const refused = one.outcomes.filter(({ error }) => error instanceof QueueFull)
  expect(new Set(refused.map(({ served }) => served.source))).toEqual(new Set(['flood']))
  expect(refused).toHaveLength(13)
  expect(one.begun).toHaveLength(12)
})
