// Sending a chunk of appends until it is known what became of it.
import { setTimeout as pause } from 'node:timers/promises'
import {
  AppendTooLarge,
  type EncodedEvent,
  LogIdentityMismatch,
  OutcomeUnknown,
  type StoredEvent,
  StoreUnavailable,
} from '../port.ts'
import type { Answer } from './append-stream.ts'
import type { Chunk } from './chunk.ts'
import { AccessRefused } from './failures.ts'

/** What appending asks of the server; stream names are ours. */
export type AppendCalls = {
  /** Resolves when the server can be reached. Throws StoreUnavailable after `until`; LogIdentityMismatch, AccessRefused at once. */
  ready(until: number): Promise<void>
  /** Sends at once and once. Never rejects. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<Answer>
  /** Up to `count` events from a version on. Throws StoreUnavailable, LogIdentityMismatch, having tried until `until`. */
  events(stream: string, from: number, count: number, until: number): Promise<StoredEvent[]>
}

export type Delivered = Extract<Answer, { kind: 'written' | 'wrong-revision' }>

/**
 * Sends until there is an answer. Sent again with the same ids and the same revision, an append is answered as the first
 * time, whether that arrived or not. `until`: how long to try to reach the server; `resolveMs`: how long to find out what
 * became of what was sent. Throws OutcomeUnknown; before anything was sent StoreUnavailable, LogIdentityMismatch.
 */
export async function deliver(chunk: Chunk, calls: AppendCalls, until: number, resolveMs: number): Promise<Delivered> {
  let unanswered: Error | null = null
  let limit = until
  for (let wait = 0; ; wait = Math.min(2 * wait + 10, 500)) {
    if (wait > 0) await pause(wait)
    try {
      await calls.ready(limit)
    } catch (error) {
      throw unanswered ? outcomeUnknown(unanswered) : error
    }
    const answer = await calls.send(chunk.stream, chunk.expected.version, chunk.events)
    if (answer.kind === 'written' || answer.kind === 'wrong-revision') return answer
    if (answer.kind === 'refused' && (unanswered === null || answer.why === 'too-large')) throw refusalOf(answer)
    if (answer.kind === 'unknown' && unanswered === null) {
      unanswered = answer.error
      limit = Date.now() + resolveMs
    }
    if (Date.now() < limit) continue
    if (unanswered) throw outcomeUnknown(unanswered)
    throw new StoreUnavailable('the event store takes no appends', { cause: answer.error })
  }
}

export function outcomeUnknown(cause: unknown): OutcomeUnknown {
  return new OutcomeUnknown('it is not known whether an append was written', { cause })
}

function refusalOf({ why, error: cause }: Extract<Answer, { kind: 'refused' }>): Error {
  if (why === 'too-large') return new AppendTooLarge('more than the event store takes in one append', { cause })
  if (why === 'deleted')
    return new LogIdentityMismatch('a stream of the log has been deleted on the event store', { cause })
  return new AccessRefused('the event store refuses the append: the credentials may not write', { cause })
}
