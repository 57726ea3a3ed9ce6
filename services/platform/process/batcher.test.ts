import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

describe('a batcher', () => {
  test('has one call at a time, and everything requested meanwhile in the next', async () => {
    const requests = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), requests, async (scheduler, requested) => {
        let running = 0
        let calls = 0
        const request = createBatcher(async (items: ReadonlySet<number>) => {
          running += 1
          calls += 1
          expect(running).toBe(1)
          const taken = [...items]
          await scheduler.schedule(Promise.resolve(), 'work')
          running -= 1
          return { call: calls, items: taken }
        })
        const replies = requested.map(async (items) => {
          await scheduler.schedule(Promise.resolve(), 'request')
          const before = { calls, running }
          const reply = await request(items)
          expect(reply.items).toEqual(expect.arrayContaining(items))
          // begun after the request, and no later than the next call after the one that was running
          expect(reply.call).toBe(before.calls + 1)
        })
        await scheduler.waitFor(Promise.all(replies))
      }),
    )
  })

  test('a call that fails fails only for its own requests', async () => {
    const request = createBatcher(async (items: ReadonlySet<string>) => {
      if (items.has('bad')) throw new Error('bad')
      return [...items]
    })
    const [first, second] = [request(['bad']), request(['good'])]
    await expect(first).rejects.toThrow('bad')
    await expect(second).rejects.toThrow('bad')
    expect(await request(['good'])).toEqual(['good'])
    const failing = request(['bad']).catch(() => 'failed')
    await Promise.resolve().then(() => undefined)
    expect([await request(['good']), await failing]).toEqual([['good'], 'failed'])
  })
})
