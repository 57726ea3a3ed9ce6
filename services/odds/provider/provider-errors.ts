// Why a call to the odds provider failed: by its error_code, or, without one, by what came instead of a reply.
import { ExpectedError } from '#services/platform/errors.ts'
import type { Credits } from './credit-headers.ts'

export type ProviderFailure =
  /** A missing, invalid or deactivated key: no call will succeed. */
  | 'bad-key'
  /** The credits are used up until the plan's next month; calls that cost nothing may still succeed. */
  | 'out-of-credits'
  /** Too many calls: wait a little. */
  | 'rate-limited'
  | 'unknown-sport'
  /** Usually an event that is over. */
  | 'event-gone'
  /** A request that can never succeed as it is. */
  | 'bad-request'
  /** A server error, 5xx. */
  | 'server'
  /** A reply that is not JSON. */
  | 'not-json'
  /** JSON that does not match v4. */
  | 'malformed'
  /** No reply in time. */
  | 'timeout'
  /** No connection, or one that broke. */
  | 'network'

export type Refusal = {
  /** HTTP status; null without a reply. */
  readonly status?: number | null
  /** The provider's error_code, if it gave one. */
  readonly code?: string | null
  /** According to the headers of the refusal. */
  readonly credits?: Credits | null
}

export class ProviderError extends ExpectedError {
  override readonly name = 'ProviderError'
  readonly failure: ProviderFailure
  readonly status: number | null
  readonly code: string | null
  readonly credits: Credits | null

  constructor(failure: ProviderFailure, message: string, { status = null, code = null, credits = null }: Refusal = {}) {
    super(message)
    this.failure = failure
    this.status = status
    this.code = code
    this.credits = credits
  }
}

/** All other codes that the provider documents are about parameters. */
const byCode: Readonly<Record<string, ProviderFailure>> = {
  MISSING_KEY: 'bad-key',
  INVALID_KEY: 'bad-key',
  DEACTIVATED_KEY: 'bad-key',
  OUT_OF_USAGE_CREDITS: 'out-of-credits',
  EXCEEDED_FREQ_LIMIT: 'rate-limited',
  INVALID_SPORT: 'unknown-sport',
  UNKNOWN_SPORT: 'unknown-sport',
  EVENT_NOT_FOUND: 'event-gone',
  HISTORICAL_UNAVAILABLE_ON_FREE_USAGE_PLAN: 'bad-request',
}
const ABOUT_PARAMETERS = /^(MISSING|INVALID|HISTORICAL)_/

/**
 * By the code, because a 401 may be due to the key, the credits or the plan. The status counts only if the reply has no
 * known code, for instance when it came from a proxy.
 */
export function failureOf(status: number, code: string | null): ProviderFailure {
  const known = code === null ? undefined : byCode[code]
  if (known !== undefined) return known
  if (code !== null && ABOUT_PARAMETERS.test(code)) return 'bad-request'
  if (status === 429) return 'rate-limited'
  if (status >= 500 || status === 408) return 'server'
  if (status === 404) return 'unknown-sport'
  if (status === 401 || status === 403) return 'bad-key'
  return 'bad-request'
}
