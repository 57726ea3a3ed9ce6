// Which failed calls are retried, and after how long.
import { Backoff } from '#services/platform/process/backoff.ts'
import { ProviderError, type ProviderFailure } from './provider-errors.ts'

const FIRST_MS = 250
const MAX_MS = 4_000
/** After too many calls. The provider documents no Retry-After. */
const RATE_LIMITED_MS = 2_000
const MAX_RETRY_AFTER_MS = 30_000

/**
 * These are not charged, and may pass quickly. A call that timed out may have been charged, and the next poll comes
 * sooner than another timeout would end.
 */
const RETRIED: ReadonlySet<ProviderFailure> = new Set(['rate-limited', 'server', 'network'])

/** Whether a call that failed like this cost nothing and may succeed in a moment. */
export const mayPass = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && RETRIED.has(error.failure)

/** A failure, with the pause in ms that the reply asks for; null if it asks for none. */
export type Failed = { readonly error: unknown; readonly retryAfterMs: number | null }

/** Between half and all of a pause, so that processes that failed together do not come back together. */
export const jittered = (ms: number, random: () => number = Math.random): number =>
  Math.round(ms * (0.5 + random() / 2))

/** The pauses of one call. */
export function createRetries(limit: number): { pauseAfter(failed: Failed): number | null } {
  const backoff = new Backoff(FIRST_MS, MAX_MS)
  let retried = 0
  return {
    /** In system time; null if it is not retried. At least what the provider asks for. */
    pauseAfter({ error, retryAfterMs }) {
      if (!mayPass(error) || retried >= limit) return null
      retried += 1
      const ownMs = jittered(backoff.next())
      if (retryAfterMs !== null) return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) + ownMs
      return error.failure === 'rate-limited' ? RATE_LIMITED_MS + ownMs : ownMs
    },
  }
}
