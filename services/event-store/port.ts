// What Fairbook requires of an event store. Every implementation passes the contract suite in `testing/contract`.
import type { Meta } from '#domain/meta.ts'
import { TransientError, type Unrecoverable } from '#services/platform/errors.ts'
import type { SpanPlace } from '#services/platform/tracing/spans.ts'

/**
 * An event's place in the store's global order. Opaque: only the store that assigned it can compare it
 * (`comparePositions`). Positions have gaps, and appear in no event.
 */
export type Position = string

/** An event ready to be appended: `body` is its canonical JSON (RFC 8785), and is hashed as it is. */
export type EncodedEvent = {
  readonly version: number
  readonly type: string
  /** UUIDv8 of the first 128 bits of `hash`. */
  readonly id: string
  /** SHA-256 of `body`, 32 bytes as lower-case hex. */
  readonly hash: string
  readonly body: string
}

export type StoredEvent = EncodedEvent & { readonly stream: string; readonly position: Position }

/** The parsed body of a stored event. */
export type EventBody = {
  readonly log: string
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schema: number
  readonly data: unknown
  /** As stored: its shape follows from type and schema version. */
  readonly meta: Readonly<Pick<Meta, 'actor' | 'command' | 'at' | 'recordedAt'>> & { readonly session?: string | null }
  /** Hash of the previous event of the stream; null for the first. */
  readonly prev: string | null
}

/** The head of a stream that an append was decided on: version -1 and hash null if the stream does not exist. */
export type StreamHead = { readonly version: number; readonly hash: string | null }

/** The head of another stream that an append was decided on too. */
export type Given = { readonly stream: string; readonly head: StreamHead }

export type AppendRequest = {
  readonly stream: string
  readonly expected: StreamHead
  readonly events: readonly EncodedEvent[]
  /**
   * Written only if that stream has this head: as the append is written, or, on a store that cannot compare another
   * stream's head then, in a read between the call and the write.
   */
  readonly given?: Given | undefined
  /** The append's span, if it is traced. */
  readonly span?: SpanPlace
}

export type AppendResult =
  | { readonly ok: true; readonly position: Position; readonly head: StreamHead }
  /**
   * The stream has another head than expected; nothing was written. `superseded`: the stream that was given has another
   * head.
   */
  | { readonly ok: false; readonly conflict: true; readonly superseded?: true; readonly later?: Later }

/**
 * All events of a stream beyond the expected version, when an append on it was refused. A store that has them at hand
 * returns them, so that the next decision need not read them.
 */
export type Later = readonly StoredEvent[]

/**
 * Thrown by `append` if it is not known whether the events were written: read the stream before deciding or replying.
 */
export class OutcomeUnknown extends TransientError {
  override readonly name = 'OutcomeUnknown'
}
/** Thrown by `append` before anything was sent: more than MAX_APPEND_BYTES in one append. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge'
}
/** Thrown if the store cannot be reached; by `append` only if certainly nothing was written. */
export class StoreUnavailable extends TransientError {
  override readonly name: string = 'StoreUnavailable'
}
/**
 * The store holds another log than before: another server, a restored backup, or a failover that lost the end of the
 * log. Not recoverable; it ends a subscription.
 */
export class LogIdentityMismatch extends StoreUnavailable implements Unrecoverable {
  override readonly name = 'LogIdentityMismatch'
  readonly runbook = 'docs/runbooks/another-log.md'
}

/**
 * Limit for the total size of the bodies of one append, on every store. A larger append is refused before sending,
 * never split.
 */
export const MAX_APPEND_BYTES = 1_048_576

export type Subscription = { close(): Promise<void> }

export interface EventStore {
  /** The id of the log: its first event's `log`. */
  readonly logId: string

  /**
   * Appends all of `events` or none, if the stream's head is `expected` (version and hash). Durable when it resolves.
   * Several appends on one stream may be in flight, each expecting the head that the one before leaves: if one fails,
   * those that build on it fail too. The repeat of an append that was written has the same result as the first time.
   * Throws OutcomeUnknown, AppendTooLarge, StoreUnavailable.
   */
  append(request: AppendRequest): Promise<AppendResult>

  /** Events of a stream from `fromVersion` on, in order; none if the stream does not exist. */
  readStream(stream: string, fromVersion?: number): AsyncIterable<StoredEvent>

  /** Version and hash of the last event of a stream. */
  readHead(stream: string): Promise<StreamHead>

  /**
   * The events of all streams that exist at the call, after `after` (null: from the start), in the global order, in
   * pages.
   */
  readAll(after: Position | null, pageSize?: number): AsyncIterable<StoredEvent[]>

  /** The position of the last event; null in an empty log. */
  lastPosition(): Promise<Position | null>

  /**
   * Calls `handle` with every event after `after`, in order and once each, page by page, one call at a time; then with
   * new events as they are committed, across lost connections too. If `handle` throws, it ends and `onFailure` is
   * called.
   */
  subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    onFailure: (error: unknown) => void,
  ): Promise<Subscription>

  /** Negative, zero or positive if `a` is before, at or after `b`. */
  comparePositions(a: Position, b: Position): number

  close(): Promise<void>
}
