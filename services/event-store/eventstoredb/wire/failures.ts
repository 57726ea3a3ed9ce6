// The server's failures as errors of the port.
import type { IncomingHttpHeaders } from 'node:http2'
import { LogIdentityMismatch, StoreUnavailable } from '../../port.ts'

/** The status codes of gRPC that matter here. */
export const status = {
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const

/** How a call failed: the server's status, or a broken connection. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly code: number
  readonly details: string
  readonly #trailers: IncomingHttpHeaders

  constructor(code: number, details: string, trailers: IncomingHttpHeaders, cause?: unknown) {
    super(`${code}: ${details}`, { cause })
    this.code = code
    this.details = details
    this.#trailers = trailers
  }

  trailer(key: string): string {
    return String(this.#trailers[key] ?? '')
  }
}

/** Not retryable: the credentials in the connection string are not accepted, or lack a permission. */
export class AccessRefused extends StoreUnavailable {
  override readonly name = 'AccessRefused'
}

/** A read started at a position where the server has no record. */
export class NoSuchPosition extends LogIdentityMismatch {}

/**
 * The port's error for a failed call. Errors of the port, and those that are not of a call (bugs), are returned as they
 * are.
 */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof CallFailure)) return error
  const { code, details } = error
  const exception = error.trailer('exception')
  if (exception === 'stream-deleted') {
    return new LogIdentityMismatch('a stream of the log has been deleted on the event store', { cause: error })
  }
  if (code === status.PERMISSION_DENIED || code === status.UNAUTHENTICATED || exception === 'access-denied') {
    return new AccessRefused('the event store refuses the credentials of its connection string', { cause: error })
  }
  const ofPosition = /ReadAllResult|position/i.test(details)
  if ((code === status.UNKNOWN || code === status.INVALID_ARGUMENT) && ofPosition) {
    return new NoSuchPosition('the log on the event store has no event at a position that was known', { cause: error })
  }
  return new StoreUnavailable('the event store cannot be reached', { cause: error })
}

/** Whether a retry may help. */
export function isRetryable(failure: unknown): boolean {
  return (
    failure instanceof StoreUnavailable && !(failure instanceof LogIdentityMismatch || failure instanceof AccessRefused)
  )
}

/** `host:port` of the cluster's leader, if the failure names it; null otherwise. */
export function leaderIn(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    if (!(one instanceof CallFailure) || one.trailer('exception') !== 'not-leader') continue
    return `${one.trailer('leader-endpoint-host')}:${one.trailer('leader-endpoint-port')}`
  }
  return null
}
