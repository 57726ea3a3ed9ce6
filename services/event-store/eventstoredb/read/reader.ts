// Short reads, each with a deadline, on one connection.
import { type StoredEvent, StoreUnavailable } from '../../port.ts'
import { storedEvents } from '../wire/recorded-events.ts'
import { readAllRequest, readStreamRequest } from '../wire/requests.ts'
import type { StreamNames } from '../wire/stream-names.ts'
import type { PagedRead } from './paged-read.ts'

export class Reader {
  readonly #names: StreamNames
  readonly #start: (request: Buffer) => PagedRead
  readonly #replyMs: number

  /** `start` starts a read; each reply must arrive within `replyMs`. */
  constructor(names: StreamNames, start: (request: Buffer) => PagedRead, replyMs: number) {
    this.#names = names
    this.#start = start
    this.#replyMs = replyMs
  }

  /** Up to `count` events of a stream from a version on; none if it does not exist. */
  events(stream: string, from: number, count: number): Promise<StoredEvent[]> {
    return this.#collect(readStreamRequest(this.#names.onServer(stream), from, 'forwards', count), count)
  }

  /** The last event of a stream. */
  async last(stream: string): Promise<StoredEvent | null> {
    const [last] = await this.#collect(readStreamRequest(this.#names.onServer(stream), null, 'backwards', 1), 1)
    return last ?? null
  }

  /** Our event at a position. Throws NoSuchPosition if no record starts there. */
  async at(position: string): Promise<StoredEvent | null> {
    const [event] = await this.#collect(readAllRequest(position, 'forwards', null, 1), 1)
    return event?.position === position ? event : null
  }

  /** Our last event in all streams. */
  async lastOfAll(): Promise<StoredEvent | null> {
    const ours = { stream: this.#names.pattern }
    // the server may have to search through many events of others: it has as long as it replies to pings
    const [last] = await this.#collect(readAllRequest(null, 'backwards', ours, 1), 1, () => this.ping())
    return last ?? null
  }

  /** Resolves if the server replies at all. Throws StoreUnavailable. */
  async ping(): Promise<void> {
    await this.#collect(readAllRequest(null, 'backwards', null, 1), 1)
  }

  /** Stops after `count` events, because the server may search through everything else before it ends the read. */
  async #collect(request: Buffer, count: number, onTimeout = failNow): Promise<StoredEvent[]> {
    const events: StoredEvent[] = []
    for await (const replies of this.#start(request).pages(this.#replyMs, onTimeout)) {
      events.push(...storedEvents(replies, this.#names))
      if (events.length >= count) break
    }
    return events
  }
}

async function failNow(): Promise<void> {
  throw new StoreUnavailable('the event store does not reply')
}
