import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SECOND } from '#services/platform/clock/durations.ts'
import { manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { ProviderFailure } from './provider-errors.ts'

it('the pauses double up to half a minute, and start over after a success', () => {
  const clock = manualClock()
  const breaker = createCircuitBreaker(
    () => clock.systemNow(),
    () => 1,
  )
  const pauses: number[] = []
  for (let time = 0; time < 7; time++) {
    expect(breaker.failed('bad-key')).toBe(true)
    let seconds = 0
    for (; !breaker.admits(false); seconds++) clock.advance(SECOND)
    pauses.push(seconds)
  }
  expect(pauses).toEqual([2, 4, 8, 16, 30, 30, 30])
  breaker.succeeded(false)
  expect([breaker.admits(true), breaker.admits(true)]).toEqual([true, true])
  breaker.failed('bad-key')
  clock.advance(2 * SECOND)
  expect(breaker.isReady(true)).toBe(true)
})

it('a trial that never ends does not keep it open for ever', () => {
  const clock = manualClock()
  const breaker = createCircuitBreaker(() => clock.systemNow())
  breaker.failed('rate-limited')
  clock.advance(2 * SECOND)
  expect([breaker.admits(false), breaker.admits(false)]).toEqual([true, false])
  clock.advance(45 * SECOND)
  expect(breaker.admits(false)).toBe(true)
})

it('whatever happened, a provider that recovers is asked again within a minute', () => {
  const failure = fc.constantFrom<ProviderFailure>('bad-key', 'out-of-credits', 'server', 'timeout', 'malformed')
  const step = fc.record({ failure: fc.option(failure), paid: fc.boolean(), waitS: fc.nat({ max: 40 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = manualClock()
      const breaker = createCircuitBreaker(() => clock.systemNow())
      for (const { failure: failed, paid, waitS } of steps) {
        if (breaker.admits(paid)) {
          if (failed === null) breaker.succeeded(paid)
          else breaker.failed(failed)
        }
        clock.advance(waitS * SECOND)
      }
      for (let second = 0; second < 60; second += 5) {
        clock.advance(5 * SECOND)
        if (breaker.admits(true)) breaker.succeeded(true)
      }
      expect([breaker.admits(true), breaker.admits(true), breaker.admits(false)]).toEqual([true, true, true])
    }),
  )
})
