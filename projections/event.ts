// An event as the folds see it: parsed once, with its ledger number.
import { type DomainEvent, eventSchemas } from '../domain/events.ts'
import type { Line } from '../domain/ledger/lines.ts'
import { linesOf } from '../domain/ledger/lines.ts'
import type { Meta } from '../domain/meta.ts'
import type { StoredEvent } from '../services/event-store/port.ts'

/** `number`: its ledger number. `subject`: the id in the stream's name, '' where there is none. `body`: its canonical JSON. */
export type LedgerEvent = DomainEvent & {
  readonly number: number
  readonly position: string
  readonly stream: string
  readonly subject: string
  readonly version: number
  readonly meta: Meta
  readonly hash: string
  readonly body: string
  /** Filled by `moneyLines`. */
  lines: readonly Line[] | null
}

/** What of a stored event a projection reads. */
export type RawEvent = Pick<StoredEvent, 'position' | 'stream' | 'version' | 'type' | 'hash' | 'body'>

/** A type or schema version that this release does not know: nobody can tell which read models it changes. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent'
}

type Parsed = { readonly schema: number; readonly data: never; readonly meta: Meta }

/** Throws UnknownEvent, or a SyntaxError where the body is no JSON. */
export function readEvent(raw: RawEvent, number: number): LedgerEvent {
  const { schema, data, meta } = JSON.parse(raw.body) as Parsed
  if (eventSchemas[raw.type]?.[schema] === undefined) {
    throw new UnknownEvent(`this release does not know ${raw.type} in schema version ${schema}`)
  }
  const dash = raw.stream.indexOf('-')
  return {
    type: raw.type as never,
    schema: schema as 1,
    data,
    number,
    position: raw.position,
    stream: raw.stream,
    subject: dash === -1 ? '' : raw.stream.slice(dash + 1),
    version: raw.version,
    meta,
    hash: raw.hash,
    body: raw.body,
    lines: null,
  }
}

/** The ledger lines of an event, worked out once however many projections ask. */
export function moneyLines(event: LedgerEvent): readonly Line[] {
  event.lines ??= linesOf(event.stream, event)
  return event.lines
}

/** '<stream>@<version>', as events refer to each other. */
export const eventRef = (event: { readonly stream: string; readonly version: number }): string =>
  `${event.stream}@${event.version}`
