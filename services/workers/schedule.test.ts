// What the ticks start, with a queue that the test controls: one failure does not hold up anything else.
import { describe, expect, test, vi } from 'vitest'
import type { Jobs } from './jobs.ts'
import { startSchedule, type Work } from './schedule.ts'
import { idleWork } from './testing/idle-work.ts'

const failing = async () => {
  throw new Error('not this one')
}

/** A schedule whose ticks come when the test says so. */
async function startBy(work: Partial<Work>) {
  const added: string[] = []
  const process = new Map<string, (name: string, data: never) => Promise<void>>()
  const slots = new Map<string, number>()
  const nothing = async () => undefined
  const jobs: Jobs = {
    queue: () => ({
      add: async (_name, _data, id) => void added.push(id),
      every: nothing,
    }),
    worker: async (name, concurrency, work) => {
      process.set(name, work)
      slots.set(name, concurrency)
    },
    close: nothing,
  }
  const schedule = await startSchedule(jobs, { ...idleWork, ...work }, () => undefined)
  const tick = (name: string) => process.get('ticks')!(name, {} as never)
  const settle = (name: string, fixture: string) => process.get('settle')!(name, { fixture } as never)
  return { added, slots, tick, work: settle, settledSome: () => schedule.settled(), close: () => schedule.close() }
}

test('a tick that takes longer than its period delays no other kind, and is not started again meanwhile', async () => {
  const held = Promise.withResolvers<void>()
  let sweeps = 0
  let polls = 0
  const { slots, tick, close } = await startBy({
    poll: async () => {
      polls += 1
    },
    abandonOverdue: () => {
      sweeps += 1
      return held.promise
    },
  })
  const first = tick('sweep-fixtures')
  await tick('sweep-fixtures')
  await tick('poll')
  expect([sweeps, polls]).toEqual([1, 1])
  held.resolve()
  await first
  await tick('sweep-fixtures')
  expect(sweeps).toBe(2)
  // one for each kind: poll, three sweeps, prune
  expect(slots.get('ticks')).toBe(5)
  close()
})

test('a tick that never ends is started again after a while', async () => {
  let sweeps = 0
  const { tick, close } = await startBy({
    abandonOverdue: () => {
      sweeps += 1
      return sweeps === 1 ? new Promise<void>(() => undefined) : Promise.resolve()
    },
  })
  void tick('sweep-fixtures')
  await tick('sweep-fixtures')
  expect(sweeps).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_001 })
  try {
    for (let n = 0; n < 2; n++) await tick('sweep-fixtures')
  } finally {
    vi.useRealTimers()
  }
  expect(sweeps).toBe(3)
  close()
})

test('a tick that failed is started again', async () => {
  let sweeps = 0
  const { tick, close } = await startBy({
    abandonOverdue: () => {
      sweeps += 1
      return failing()
    },
  })
  for (let n = 0; n < 2; n++) await expect(tick('sweep-fixtures')).rejects.toThrow('not this one')
  expect(sweeps).toBe(2)
  close()
})

describe('the sweep of accounts', () => {
  test('completes transfers even if a registration cannot be completed, and reports that', async () => {
    let finished = 0
    const finishTransfers = async () => {
      finished += 1
    }
    const { tick, close } = await startBy({ accountChores: [failing, finishTransfers] })
    await expect(tick('sweep-accounts')).rejects.toThrow('not this one')
    expect(finished).toBe(1)
    close()
  })
})

describe('the sweep of bets', () => {
  test('adds jobs for what is decided, and itself settles what the queue has left since the last sweep', async () => {
    const settled: string[] = []
    const decided = ['a', 'b', 'c']
    const { added, tick, close } = await startBy({
      decidedFixtures: async () => decided.map((fixture) => ({ fixture, bets: 1 })),
      settleFixture: async (fixture) => void settled.push(fixture),
    })
    await tick('sweep-bets')
    expect([added, settled]).toEqual([['a', 'b', 'c'], []])
    decided.splice(0, 3, 'b', 'd')
    await tick('sweep-bets')
    expect([added.slice(3), settled]).toEqual([['b', 'd'], ['b']])
    close()
  })

  test('leaves a fixture alone while the number of its bets falls, because a job is working on it', async () => {
    const settled: string[] = []
    let bets = 1_000_000
    const { added, tick, close } = await startBy({
      decidedFixtures: async () => [{ fixture: 'final', bets }],
      settleFixture: async (fixture) => void settled.push(fixture),
    })
    for (const left of [900_000, 300_000, 300_000]) {
      await tick('sweep-bets')
      expect(settled).toEqual([])
      bets = left
    }
    await tick('sweep-bets')
    expect(settled).toEqual(['final'])
    expect(added).toEqual(['final', 'final', 'final', 'final'])
    close()
  })

  test('settles again what a correction has superseded, with jobs of its own', async () => {
    const settled: string[] = []
    const { added, tick, work, settledSome, close } = await startBy({
      settleFixture: async (fixture) => void settled.push(`first ${fixture}`),
      resettlement: {
        decidedFixtures: async () => [{ fixture: 'corrected', bets: 3 }],
        superseded: async () => ['by hand'],
        settleFixture: async (fixture) => void settled.push(`again ${fixture}`),
      },
    })
    await tick('sweep-bets')
    expect(added).toEqual(['again corrected'])
    await work('again', 'corrected')
    await work('fixture', 'decided')
    expect(settled).toEqual(['again corrected', 'first decided'])
    // without a sweep
    settledSome()
    await vi.waitFor(() => expect(added).toEqual(['again corrected', 'again by hand']))
    close()
  })

  test('settles the others if one cannot be settled, and reports that', async () => {
    const settled: string[] = []
    const { tick, close } = await startBy({
      decidedFixtures: async () => ['a', 'b', 'c'].map((fixture) => ({ fixture, bets: 1 })),
      settleFixture: async (fixture) => {
        if (fixture === 'a') await failing()
        settled.push(fixture)
      },
    })
    await tick('sweep-bets')
    await expect(tick('sweep-bets')).rejects.toThrow('not this one')
    expect(settled).toEqual(['b', 'c'])
    close()
  })
})
