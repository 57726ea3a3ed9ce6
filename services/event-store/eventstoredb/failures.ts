// What the server's failures mean for the port.
import { OtherLog, StoreUnavailable } from '../port.ts'

/** Asking again will not help: the credentials in the connection string are not accepted, or may not do this. */
export class AccessRefused extends StoreUnavailable {
  override readonly name = 'AccessRefused'
}

/** A read began at a position where the server has no record. */
export class NoSuchPosition extends OtherLog {}

const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16
const UNKNOWN = 2
const INVALID_ARGUMENT = 3

type CallError = {
  readonly code?: number | string
  readonly details?: string
  readonly metadata?: { get(key: string): readonly unknown[] }
}

/** The port's error for a call that failed. One that is the port's already is handed back, and what is no call's: a fault of ours. */
export function failureOf(error: unknown): unknown {
  const { code, details = '', metadata } = (error ?? {}) as CallError
  if (error instanceof StoreUnavailable || code === undefined) return error
  const exception = String(metadata?.get('exception')[0] ?? '')
  if (exception === 'stream-deleted') {
    return new OtherLog('a stream of the log has been deleted on the event store', { cause: error })
  }
  if (code === PERMISSION_DENIED || code === UNAUTHENTICATED || exception === 'access-denied') {
    return new AccessRefused('the event store refuses the credentials of its connection string', { cause: error })
  }
  const ofPosition = /ReadAllResult|position/i.test(details)
  if ((code === UNKNOWN || code === INVALID_ARGUMENT) && ofPosition) {
    return new NoSuchPosition('the log on the event store has no event at a position that was known', { cause: error })
  }
  return new StoreUnavailable('the event store cannot be reached', { cause: error })
}

/** Whether asking again may help. */
export function isPassing(failure: unknown): boolean {
  return failure instanceof StoreUnavailable && !(failure instanceof OtherLog || failure instanceof AccessRefused)
}

/** Where a failure says that another node of the cluster leads: what the server said, with that node's address. */
export function notLeaderIn(error: unknown): Error | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    if ((one as CallError).metadata?.get('exception')[0] === 'not-leader') return one
  }
  return null
}
