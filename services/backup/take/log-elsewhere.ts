// A log in another store, as the rows that it would be in Postgres, which counts its events from 1 without a gap.
import { Readable } from 'node:stream'
import { copyLine } from '#projections/table.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore, Position, StoredEvent } from '#services/event-store/port.ts'
import type { Manifest } from '../manifest.ts'

/** Columns of table log.events. When a store stored an event is in no event, and not kept. */
export const LOG_COLUMNS = ['position', 'stream', 'version', 'type', 'hash', 'body'] as const

/** `until`: the position of the last event that belongs to it. */
export class LogElsewhere {
  readonly #store: EventStore
  readonly #until: Position
  #events = 0
  #last: StoredEvent | null = null

  constructor(store: EventStore, until: Position) {
    this.#store = store
    this.#until = until
  }

  /** In the format and order of COPY; can be read once. */
  rows(): Readable {
    return Readable.from(this.#pages())
  }

  async *#pages(): AsyncGenerator<Buffer> {
    for await (const page of this.#store.readAll(null)) {
      const events = page.filter(({ position }) => this.#store.comparePositions(position, this.#until) <= 0)
      if (events.length > 0) yield Buffer.from(events.map((event) => this.#line(event)).join(''))
      if (events.length < page.length) return
    }
  }

  #line(event: StoredEvent): string {
    const { stream, version, type, hash, body } = event
    this.#last = event
    this.#events += 1
    return copyLine([String(this.#events), stream, version, type, `\\x${hash}`, body])
  }

  /** Available once all rows were read. */
  get facts(): Manifest['log'] {
    const { hash, body } = this.#last!
    const { recordedAt, at } = decodeBody(body).meta
    const last = { position: String(this.#events), hash, recordedAt, at }
    return { id: this.#store.logId, store: 'eventstoredb', events: this.#events, last }
  }
}
