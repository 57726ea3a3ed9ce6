import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { until } from '../testing/product.ts'
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts'

const here = () => false
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

function queueWith(options: Partial<FairQueueOptions> = {}): FairQueue {
  return createFairQueue({ atOnce: 2, waitingMax: 100, waitMs: 60_000, paced: false, ...options })
}

/** Records who was let in, in order. */
function door(queue: FairQueue) {
  const admitted: string[] = []
  const refused: string[] = []
  return {
    admitted,
    refused,
    knock(caller: string, gone = here) {
      const turn = queue.enter(caller, gone)
      if (turn === null) admitted.push(caller)
      else {
        turn.then(
          () => admitted.push(caller),
          (error) => refused.push(`${caller} ${error.code}`),
        )
      }
    },
  }
}

describe('a fair queue', () => {
  test('lets a limited number of calls per caller in at a time, and other callers beside them', async () => {
    const queue = queueWith()
    const { admitted, knock } = door(queue)
    for (const caller of ['a', 'a', 'a', 'b', 'a']) knock(caller)
    await nextTurn()
    expect([admitted, queue.waiting]).toEqual([['a', 'a', 'b'], 2])
    queue.leave('a', 0)
    await until(() => admitted.length > 3)
    expect([admitted, queue.waiting]).toEqual([['a', 'a', 'b', 'a'], 1])
  })

  test('refuses calls beyond the number that one caller may have waiting, and nobody else’s', async () => {
    const queue = queueWith({ atOnce: 1, waitingMax: 2 })
    const { admitted, refused, knock } = door(queue)
    for (const caller of ['a', 'a', 'a', 'a', 'b', 'b']) knock(caller)
    await nextTurn()
    expect([admitted, refused, queue.waiting]).toEqual([['a', 'b'], ['a too_many_requests'], 3])
  })

  test('refuses a call that has waited too long, and lets in the next one that comes', async () => {
    const queue = queueWith({ atOnce: 1, waitMs: 10 })
    const { admitted, refused, knock } = door(queue)
    knock('a')
    knock('a')
    await until(() => refused.length > 0)
    expect(refused).toEqual(['a too_many_requests'])
    queue.leave('a', 0)
    knock('a')
    expect([admitted, queue.waiting]).toEqual([['a', 'a'], 0])
  })

  test('passes over calls whose client is gone', async () => {
    const queue = queueWith({ atOnce: 1 })
    const { admitted, refused, knock } = door(queue)
    knock('a')
    knock('a', () => true)
    knock('a')
    queue.leave('a', 0)
    await until(() => admitted.length > 1)
    expect([admitted, refused]).toEqual([['a', 'a'], ['a unavailable']])
  })

  test('paced, lets one in per turn of the event loop, even if each is done at once', async () => {
    const queue = queueWith({ atOnce: 100, paced: true })
    const counts: number[] = []
    let begun = 0
    const work = async () => {
      await queue.enter('a', here)
      begun += 1
      queue.leave('a', 0)
    }
    const all = Array.from({ length: 20 }, work)
    while (begun < 20) {
      await nextTurn()
      counts.push(begun)
    }
    await Promise.all(all)
    for (const [turn, count] of counts.entries()) expect(count - (counts[turn - 1] ?? 0)).toBeLessThanOrEqual(2)
    expect(counts.length).toBeGreaterThanOrEqual(10)
  })

  test.each([
    [0, 2],
    [30, 30],
    [5_000, 50],
  ])('a caller who has more waiting cools down after a call of %i ms for %i ms', async (took, coolDown) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const queue = queueWith({ atOnce: 1 })
      const { admitted, knock } = door(queue)
      for (const caller of ['a', 'a', 'b']) knock(caller)
      queue.leave('a', took)
      await vi.advanceTimersByTimeAsync(coolDown - 1)
      expect(admitted).toEqual(['a', 'b'])
      await vi.advanceTimersByTimeAsync(1)
      expect(admitted).toEqual(['a', 'b', 'a'])
      // nobody waits, so there is no cool-down
      queue.leave('b', took)
      knock('b')
      expect(admitted).toEqual(['a', 'b', 'a', 'b'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('when calls keep the thread busy, the caller that sends the most gets at most half of the time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
    try {
      const [tookMs, durationMs] = [10, 2_000]
      const queue = queueWith({ atOnce: 2, paced: true, waitingMax: 1_000 })
      const { admitted, knock } = door(queue)
      for (let n = 0; n < 1_000; n++) knock('greedy')
      let [done, busyMs] = [0, 0]
      for (let ms = 0; ms < durationMs; ms++) {
        // the thread is busy with one after another
        if (admitted.length > done) {
          await vi.advanceTimersByTimeAsync(tookMs)
          ms += tookMs
          busyMs += tookMs
          done += 1
          queue.leave('greedy', tookMs)
        }
        await vi.advanceTimersByTimeAsync(1)
      }
      expect(busyMs / durationMs).toBeGreaterThan(0.4)
      expect(busyMs / durationMs).toBeLessThanOrEqual(0.5)
    } finally {
      vi.useRealTimers()
    }
  })

  test('keeps nothing about callers that are done', async () => {
    const queue = queueWith({ atOnce: 1, waitMs: 10 })
    const { refused, knock } = door(queue)
    knock('a')
    knock('a')
    await until(() => refused.length > 0)
    queue.leave('a', 0)
    knock('a')
    queue.leave('a', 0)
    expect(queue.waiting).toBe(0)
    queue.leave('nobody', 0)
  })

  const arrivals = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 60 })

  test('callers that wait take turns, however many calls each has sent', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ([first, ...rest]) => {
        const queue = queueWith({ atOnce: 100, paced: true })
        const order: string[] = []
        await Promise.all(
          [first!, ...rest].map(async (caller) => {
            await queue.enter(caller, here)
            order.push(caller)
            queue.leave(caller, 0)
          }),
        )
        expect(order).toEqual([first, ...inTurns(rest)])
      }),
      { numRuns: 60 },
    )
  })

  test('one caller never has more calls inside than allowed, and everybody gets in', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), fc.boolean(), async (calls, atOnce, paced) => {
        const queue = queueWith({ atOnce, paced })
        const inside = new Map<string, number>()
        let most = 0
        await Promise.all(
          calls.map(async (caller) => {
            await queue.enter(caller, here)
            inside.set(caller, (inside.get(caller) ?? 0) + 1)
            most = Math.max(most, inside.get(caller)!)
            await nextTurn()
            inside.set(caller, inside.get(caller)! - 1)
            queue.leave(caller, 0)
          }),
        )
        expect(queue.waiting).toBe(0)
        expect(most).toBeLessThanOrEqual(atOnce)
      }),
      { numRuns: 60 },
    )
  })
})

/** One call of each caller in the order in which they first came, then again one of each that has more, and so on. */
function inTurns(calls: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const caller of calls) left.set(caller, (left.get(caller) ?? 0) + 1)
  const order: string[] = []
  while (order.length < calls.length) {
    for (const [caller, count] of left) {
      if (count === 0) continue
      order.push(caller)
      left.set(caller, count - 1)
    }
  }
  return order
}
