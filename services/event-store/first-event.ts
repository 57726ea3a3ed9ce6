// The first event of every log gives it its identity.
import { randomBytes } from 'node:crypto'
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import type { Meta } from '#domain/meta.ts'
import { canonicalJson } from './canonical.ts'
import { decodeBody, encodeEvent } from './encoding.ts'
import { sha256 } from './event-hash.ts'
import {
  type AppendRequest,
  type EncodedEvent,
  LogIdentityMismatch,
  type StoredEvent,
  type StreamHead,
} from './port.ts'

const NO_LOG =
  'there is no log here: EVENTSTORE_URL, EVENTSTORE_PREFIX and DATABASE_URL have to be those of the product, and none was begun'
const NO_STREAM: StreamHead = { version: -1, hash: null }

/**
 * For scripts that must produce the same bytes twice, and for copies of a log. By default the id is random and the time
 * is now.
 */
export type LogStart = {
  /** 32 lower-case hexadecimal digits. */
  readonly logId?: string
  /** Business time; recorded as the system time too. */
  readonly at?: Date
  /** The first event of the log that is copied. */
  readonly first?: EncodedEvent
  /** Do not start a log if there is none: for callers that need an existing one. */
  readonly mustExist?: boolean
}

/**
 * The append that starts a log: on the stream `ledger`, which only one of several concurrent processes can create.
 * Throws LogIdentityMismatch if the log must exist already.
 */
export function startOfLog({ first, mustExist = false, ...start }: LogStart): AppendRequest {
  if (mustExist) throw new LogIdentityMismatch(NO_LOG)
  return { stream: LEDGER_STREAM, expected: NO_STREAM, events: [first ?? newFirstEvent(start)] }
}

function newFirstEvent({ logId = randomBytes(16).toString('hex'), at = new Date() }: LogStart): EncodedEvent {
  const data = { log: logId, currency: 'EUR' as const }
  const meta: Meta = {
    actor: { id: 'setup', role: 'system' },
    session: null,
    command: {
      id: sha256(`setup\u0000${logId}`).slice(0, 32),
      hash: sha256(canonicalJson({ type: 'StartLog', ...data })),
    },
    correlation: logId,
    causation: null,
    at: at.toISOString(),
    recordedAt: at.toISOString(),
    reason: null,
  }
  const event = { log: logId, stream: LEDGER_STREAM, version: 0, type: 'LogStarted', schema: 1, data, meta, prev: null }
  return encodeEvent(event)
}

/** The id of the log that a first event starts. Throws if the event does not start a log. */
export function logIdOf(first: Pick<StoredEvent, 'type' | 'body'>): string {
  if (first.type !== 'LogStarted') throw new Error(`the first event of the log is ${first.type}, not LogStarted`)
  return decodeBody(first.body).log
}
