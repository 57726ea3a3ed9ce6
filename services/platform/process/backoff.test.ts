import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

test('each pause is twice as long as the one before, up to the limit', () => {
  const backoff = new Backoff(20, 500)
  expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([20, 40, 80, 160, 320, 500, 500])
  backoff.reset()
  expect(backoff.nextMs).toBe(20)
  expect(backoff.next()).toBe(20)
  expect(backoff.nextMs).toBe(40)
})

test('no pause is shorter than the first or longer than the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(10_000), fc.nat(20), (firstMs, more, attempts) => {
      const backoff = new Backoff(firstMs, firstMs + more)
      for (let attempt = 0; attempt < attempts; attempt++) {
        const ms = backoff.next()
        expect(ms).toBeGreaterThanOrEqual(firstMs)
        expect(ms).toBeLessThanOrEqual(firstMs + more)
      }
    }),
  )
})

test('a pause ends when its signal is aborted', async () => {
  const stop = new AbortController()
  const waiting = new Backoff(3_600_000, 3_600_000).wait(stop.signal)
  stop.abort()
  await expect(waiting).resolves.toBeUndefined()
})
