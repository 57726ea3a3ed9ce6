// An event as the folds see it: parsed once, with its ledger number.
import type { DomainEvent } from '#domain/events.ts'
import type { Posting } from '#domain/ledger/postings.ts'
import { postingsOf } from '#domain/ledger/postings.ts'
import type { Meta } from '#domain/meta.ts'
import { upcast } from '#domain/upcast.ts'
import type { EventBody, StoredEvent } from '#services/event-store/port.ts'

/**
 * `number`: its ledger number. `subject`: the id in the stream's name, '' if there is none. `body`: its canonical JSON.
 */
export type LedgerEvent = DomainEvent & {
  readonly number: number
  readonly position: string
  readonly stream: string
  readonly subject: string
  readonly version: number
  readonly meta: Meta
  readonly hash: string
  readonly body: string
  /** Computed by `moneyPostings`. */
  postings: readonly Posting[] | null
}

/** What a projection reads of a stored event: everything else is in the body, which the hash covers. */
export type RawEvent = Pick<StoredEvent, 'position' | 'hash' | 'body'>

type Parsed = Pick<EventBody, 'stream' | 'version' | 'type' | 'schema' | 'data' | 'meta'>

/** Throws the domain's UnknownEvent, or a SyntaxError if the body is not JSON. */
export function readEvent(raw: RawEvent, number: number): LedgerEvent {
  const { stream, version, type, schema, data, meta } = upcast(JSON.parse(raw.body) as Parsed)
  const dash = stream.indexOf('-')
  const event = { type, schema, data } as DomainEvent
  return {
    ...event,
    number,
    position: raw.position,
    stream,
    subject: dash === -1 ? '' : stream.slice(dash + 1),
    version,
    meta,
    hash: raw.hash,
    body: raw.body,
    postings: null,
  }
}

/** The ledger postings of an event, computed once for all projections. */
export function moneyPostings(event: LedgerEvent): readonly Posting[] {
  event.postings ??= postingsOf(event.stream, event)
  return event.postings
}

/** '<stream>@<version>', as events refer to each other. */
export const eventRef = (event: { readonly stream: string; readonly version: number }): string =>
  `${event.stream}@${event.version}`
