import type { ErrorReply } from '#services/contract/contract.ts'
import { messages } from '../messages.ts'

export type OddsChange = NonNullable<ErrorReply['changes']>[number]

type Details = {
  changes?: OddsChange[]
  /** The token that the request carried, so that a late 401 does not end a newer session. */
  token?: string | null
  /** What the second step of a sign-in sends back, with the code. */
  challenge?: string | null
  /** Seconds until the server allows a retry; null where it did not say. */
  retryAfterS?: number | null
}

/**
 * A refused or failed request. `status` is 0 if no response came; `code` is then 'timeout' or 'network'. A response
 * that is not JSON has the code 'not_json'. The message is empty where the server sent none: see `errorText`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly changes: OddsChange[]
  readonly token: string | null
  readonly challenge: string | null
  readonly retryAfterS: number | null

  constructor(message: string, status: number, code: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.changes = details.changes ?? []
    this.token = details.token ?? null
    this.challenge = details.challenge ?? null
    this.retryAfterS = details.retryAfterS ?? null
  }
}

/** 'not_json' came from something between the server and the browser, such as a proxy. */
const OPEN_CODES = ['outcome_unknown', 'not_json']

/**
 * Whether the server refused for good. After any other error the request may have been carried out. So may a repeated
 * request that gets 401 or 429: the server checks the session and the rate limit before it looks at the request, so the
 * first attempt may have succeeded.
 */
export function isFinal(error: unknown, isRepeated: boolean): boolean {
  if (!(error instanceof ApiError) || (isRepeated && [401, 429].includes(error.status))) return false
  return error.status >= 400 && error.status < 500 && !OPEN_CODES.includes(error.code)
}

/** Whether the outcome is unknown: no response came, or none from our server. */
export const isOutcomeOpen = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || OPEN_CODES.includes(error.code))

/** Whether the same request may succeed a moment later: no response, a server error, or too many requests. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429
}

/** The text to show for anything thrown: its own message, or else the fallback. */
export function errorText(error: unknown, fallback: string = messages.errors.unknown): string {
  return error instanceof Error && error.message ? error.message : fallback
}
