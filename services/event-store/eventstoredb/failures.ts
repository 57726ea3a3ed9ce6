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
  readonly code?: number
  readonly details?: string
  readonly metadata?: { get(key: string): readonly unknown[] }
}

/** The port's error for a call that failed; one that is the port's already is handed back. */
export function failureOf(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const { code, details = '', metadata } = (error ?? {}) as CallError
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
export function isPassing(error: unknown): boolean {
  return !(error instanceof OtherLog || error instanceof AccessRefused)
}

/** The server says that another node of its cluster leads; the client library then knows where to connect to. */
export function isNotLeader(error: unknown): boolean {
  const { metadata } = (error ?? {}) as CallError
  return metadata?.get('exception')[0] === 'not-leader'
}
