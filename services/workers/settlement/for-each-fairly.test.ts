import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forEachFairly } from './for-each-fairly.ts'

type Item = { readonly key: string; readonly n: number }

async function* source(items: readonly Item[], taken: { count: number }): AsyncGenerator<Item> {
  for (const item of items) {
    taken.count += 1
    yield item
  }
}

describe('many items, fairly', () => {
  test('are all processed once, in order for each key, never more at once than allowed', async () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd')
    const limit = fc.integer({ min: 1, max: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(key, fc.nat({ max: 3 })), { maxLength: 60 }),
        limit,
        limit,
        limit,
        async (keys, atOnce, ofOneKey, aside) => {
          const items = keys.map(([key, slow], n) => ({ key, n, slow }))
          const done: number[] = []
          const started = new Map<string, number>()
          const running = new Map<string, number>()
          let underWay = 0
          await forEachFairly(
            source(items, { count: 0 }),
            (item) => item.key,
            { atOnce, ofOneKey, aside },
            async (item) => {
              underWay += 1
              running.set(item.key, (running.get(item.key) ?? 0) + 1)
              expect(underWay).toBeLessThanOrEqual(atOnce)
              expect(running.get(item.key)).toBeLessThanOrEqual(ofOneKey)
              expect(item.n).toBeGreaterThan(started.get(item.key) ?? -1)
              started.set(item.key, item.n)
              for (let turns = (item as (typeof items)[number]).slow; turns > 0; turns--) await turn()
              underWay -= 1
              running.set(item.key, running.get(item.key)! - 1)
              done.push(item.n)
            },
          )
          expect(done.toSorted((a, b) => a - b)).toEqual(items.map(({ n }) => n))
        },
      ),
    )
  })

  test('continue past a key that is stuck', async () => {
    const items = [
      ...Array.from({ length: 50 }, (_, n) => ({ key: 'stuck', n })),
      ...Array.from({ length: 500 }, (_, n) => ({ key: `key ${n % 9}`, n: 50 + n })),
    ]
    const stuck = Promise.withResolvers<void>()
    let done = 0
    let all = false
    const limits = { atOnce: 16, ofOneKey: 4, aside: 100 }
    const working = forEachFairly(
      source(items, { count: 0 }),
      ({ key }) => key,
      limits,
      async ({ key }) => {
        await (key === 'stuck' ? stuck.promise : turn())
        done += 1
      },
    ).then(() => {
      all = true
    })
    for (let turns = 0; done < 500 && turns < 10_000; turns++) await turn()
    expect([done, all]).toEqual([500, false])
    stuck.resolve()
    await working
    expect(done).toBe(550)
  })

  test('are read no faster than they are processed', async () => {
    const items = Array.from({ length: 1_000 }, (_, n) => ({ key: `key ${n % 2}`, n }))
    const taken = { count: 0 }
    const hold = Promise.withResolvers<void>()
    const limits = { atOnce: 8, ofOneKey: 2, aside: 20 }
    const working = forEachFairly(
      source(items, taken),
      ({ key }) => key,
      limits,
      () => hold.promise,
    )
    for (let turns = 0; turns < 100; turns++) await turn()
    expect(taken.count).toBe(2 * 2 + 20)
    hold.resolve()
    await working
    expect(taken.count).toBe(1_000)
  })

  test('an error in reading is thrown once everything that was started has ended', async () => {
    let done = 0
    async function* failing(): AsyncGenerator<Item> {
      yield { key: 'a', n: 0 }
      throw new Error('no page')
    }
    const limits = { atOnce: 8, ofOneKey: 2, aside: 20 }
    const work = async () => {
      await turn()
      done += 1
    }
    await expect(forEachFairly(failing(), ({ key }) => key, limits, work)).rejects.toThrow('no page')
    expect(done).toBe(1)
  })
})
