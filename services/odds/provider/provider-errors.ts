// Why a call to the odds provider failed, by what can be done about it.
import { ExpectedError } from '#services/platform/errors.ts'

export type ProviderFailure =
  /** A missing, invalid or deactivated key: no call will succeed. */
  | 'key'
  /** The credits are used up until the provider's next month. */
  | 'credits'
  /** Too many calls: wait a little. */
  | 'rate'
  /** Unknown league, or an event that is over. */
  | 'not-found'
  /** An invalid request. */
  | 'parameter'
  /** No answer in time, a broken connection, or a server error. */
  | 'unavailable'
  /** An answer that does not match v4. */
  | 'malformed'

export class ProviderError extends ExpectedError {
  override readonly name = 'ProviderError'
  readonly failure: ProviderFailure
  /** HTTP status; null without an answer. */
  readonly status: number | null
  /** The provider's error_code, where it gave one. */
  readonly code: string | null

  constructor(failure: ProviderFailure, message: string, status: number | null = null, code: string | null = null) {
    super(message)
    this.failure = failure
    this.status = status
    this.code = code
  }
}

const byCode: Readonly<Record<string, ProviderFailure>> = {
  MISSING_KEY: 'key',
  INVALID_KEY: 'key',
  DEACTIVATED_KEY: 'key',
  OUT_OF_USAGE_CREDITS: 'credits',
  HISTORICAL_UNAVAILABLE_ON_FREE_USAGE_PLAN: 'parameter',
  EXCEEDED_FREQ_LIMIT: 'rate',
  UNKNOWN_SPORT: 'not-found',
  EVENT_NOT_FOUND: 'not-found',
}

/** By the code if there is one: a 401 alone may be due to the key, the credits or the plan. */
export function failureOf(status: number, code: string | null): ProviderFailure {
  const known = code === null ? undefined : byCode[code]
  if (known !== undefined) return known
  if (status === 429) return 'rate'
  if (status >= 500 || status === 408) return 'unavailable'
  if (status === 404) return 'not-found'
  if (status === 401 || status === 403) return 'key'
  return 'parameter'
}
