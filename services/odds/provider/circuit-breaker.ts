// Leaves alone a provider that only fails, and tries it again with one call at a time.
//
// Our own rather than a library's: it uses the system clock that it is given, refuses paid calls separately from free
// ones, and is asked before credits are reserved.
import { SECOND } from '#services/platform/clock/durations.ts'
import { Backoff } from '#services/platform/process/backoff.ts'
import type { ProviderFailure } from './provider-errors.ts'
import { jittered } from './retries.ts'

/** How many consecutive failures open it; other failures say nothing about the provider. */
const OPENED_BY: Partial<Readonly<Record<ProviderFailure, number>>> = {
  'bad-key': 1,
  'out-of-credits': 1,
  'rate-limited': 1,
  server: 5,
  'not-json': 5,
  malformed: 5,
  timeout: 5,
  network: 5,
}
const FIRST_MS = 2 * SECOND
const MAX_MS = 30 * SECOND
/** After this long, a trial call counts as over: a timeout and its retries. */
const TRIAL_MS = 45 * SECOND

export type CircuitBreaker = {
  /** Whether a call would be admitted now. */
  isReady(paid: boolean): boolean
  /** Whether this call may be made. While the breaker is open, one call per pause may. */
  admits(paid: boolean): boolean
  succeeded(paid: boolean): void
  /** Returns whether it is open now. */
  failed(failure: ProviderFailure): boolean
}

/** Without credits, only calls that cost some are refused. */
export function createCircuitBreaker(systemNow: () => Date, random?: () => number): CircuitBreaker {
  const all = createCircuit(systemNow, random)
  const paidOnly = createCircuit(systemNow, random)
  const isReady = (paid: boolean) => all.isReady() && (!paid || paidOnly.isReady())
  return {
    isReady,
    admits(paid) {
      if (!isReady(paid)) return false
      all.admit()
      if (paid) paidOnly.admit()
      return true
    },
    succeeded(paid) {
      all.close()
      if (paid) paidOnly.close()
    },
    failed(failure) {
      const threshold = OPENED_BY[failure]
      // the provider did answer
      if (threshold === undefined || failure === 'out-of-credits') all.close()
      if (threshold === undefined) return false
      return (failure === 'out-of-credits' ? paidOnly : all).failed(threshold)
    },
  }
}

function createCircuit(systemNow: () => Date, random?: () => number) {
  const pauses = new Backoff(FIRST_MS, MAX_MS)
  let failures = 0
  let openUntil: number | null = null
  let trialUntil = 0
  return {
    isReady: () => openUntil === null || systemNow().getTime() >= Math.max(openUntil, trialUntil),
    admit(): void {
      if (openUntil !== null) trialUntil = systemNow().getTime() + TRIAL_MS
    },
    close(): void {
      failures = 0
      openUntil = null
      trialUntil = 0
      pauses.reset()
    },
    failed(threshold: number): boolean {
      const now = systemNow().getTime()
      failures += 1
      // calls that were in progress when it opened do not prolong the pause
      const isTrial = openUntil !== null && trialUntil > 0
      if (openUntil === null ? failures >= threshold : isTrial) {
        openUntil = now + jittered(pauses.next(), random)
        trialUntil = 0
      }
      return openUntil !== null
    },
  }
}
