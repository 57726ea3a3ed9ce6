// The server's failures as errors of the port.
import { status } from '@grpc/grpc-js'
import { LogIdentityMismatch, StoreUnavailable } from '../../port.ts'

/** Not retryable: the credentials in the connection string are not accepted, or lack a permission. */
export class AccessRefused extends StoreUnavailable {
  override readonly name = 'AccessRefused'
}

/** A read started at a position where the server has no record. */
export class NoSuchPosition extends LogIdentityMismatch {}

type CallError = {
  readonly code?: number | string
  readonly details?: string
  readonly metadata?: { get(key: string): readonly unknown[] }
}

/** The port's error for a failed call. Errors of the port, and those of no call (bugs), are returned as they are. */
export function failureOf(error: unknown): unknown {
  const { code, details = '' } = (error ?? {}) as CallError
  if (error instanceof StoreUnavailable || code === undefined) return error
  const exception = trailer(error, 'exception')
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
    if (trailer(one, 'exception') !== 'not-leader') continue
    return `${trailer(one, 'leader-endpoint-host')}:${trailer(one, 'leader-endpoint-port')}`
  }
  return null
}

function trailer(error: unknown, key: string): string {
  return String((error as CallError).metadata?.get(key)[0] ?? '')
}
