// Sends a chunk of appends until its outcome is known.
import { Backoff } from '#services/platform/process/backoff.ts'
import {
  AppendTooLarge,
  type EncodedEvent,
  LogIdentityMismatch,
  OutcomeUnknown,
  type StoredEvent,
  StoreUnavailable,
} from '../../port.ts'
import { AccessRefused } from '../wire/failures.ts'
import type { AppendOutcome } from './batch-append-call.ts'
import type { Chunk } from './chunk.ts'

/** What appending needs of the server. Stream names are ours, not the server's. */
export type AppendCalls = {
  /**
   * Resolves when the server can be reached. Throws StoreUnavailable after `until`; LogIdentityMismatch and
   * AccessRefused at once.
   */
  ready(until: number): Promise<void>
  /** Sends at once, and once. Never rejects. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<AppendOutcome>
  /** Up to `count` events from a version on. Throws StoreUnavailable after `until`; LogIdentityMismatch. */
  events(stream: string, from: number, count: number, until: number): Promise<StoredEvent[]>
}

export type DeliveredOutcome = Extract<AppendOutcome, { kind: 'written' | 'wrong-revision' }>

const RETRY_MS = { first: 10, max: 500 }

/**
 * Sends until there is a definite outcome. An append that is sent again with the same ids and revision has the same
 * outcome as the first time, whether or not that arrived. `until`: how long to try to reach the server; `resolveMs`:
 * how long to keep asking for the outcome of an append without a reply. Throws OutcomeUnknown, the errors of a refused
 * append, or, if nothing was sent, StoreUnavailable or LogIdentityMismatch.
 */
export async function deliver(
  chunk: Chunk,
  calls: AppendCalls,
  until: number,
  resolveMs: number,
): Promise<DeliveredOutcome> {
  let unanswered: Error | null = null
  let limit = until
  for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); ; await backoff.wait()) {
    try {
      await calls.ready(limit)
    } catch (error) {
      throw unanswered ? outcomeUnknown(unanswered) : error
    }
    const outcome = await calls.send(chunk.stream, chunk.expected.version, chunk.events)
    if (outcome.kind === 'written' || outcome.kind === 'wrong-revision') return outcome
    if (outcome.kind === 'refused' && (unanswered === null || outcome.why === 'too-large')) throw refusalOf(outcome)
    if (outcome.kind === 'unknown' && unanswered === null) {
      unanswered = outcome.error
      limit = Date.now() + resolveMs
    }
    if (Date.now() < limit) continue
    if (unanswered) throw outcomeUnknown(unanswered)
    throw new StoreUnavailable('the event store accepts no appends', { cause: outcome.error })
  }
}

export function outcomeUnknown(cause: unknown): OutcomeUnknown {
  return new OutcomeUnknown('it is not known whether an append was written', { cause })
}

function refusalOf({ why, error: cause }: Extract<AppendOutcome, { kind: 'refused' }>): Error {
  if (why === 'too-large') return new AppendTooLarge('more than the event store accepts in one append', { cause })
  if (why === 'deleted')
    return new LogIdentityMismatch('a stream of the log has been deleted on the event store', { cause })
  return new AccessRefused('the event store refuses the append: the credentials may not write', { cause })
}
