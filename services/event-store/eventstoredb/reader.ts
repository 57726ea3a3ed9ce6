// Short reads, each with a deadline, on one connection.
import { type StoredEvent, StoreUnavailable } from '../port.ts'
import type { Names } from './names.ts'
import type { PagedRead } from './paged-read.ts'
import type { ReadRequest } from './protocol.ts'
import { storedEvents } from './records.ts'
import { readAllRequest, readStreamRequest } from './requests.ts'

export class Reader {
  readonly #names: Names
  readonly #start: (request: ReadRequest) => PagedRead
  readonly #withinMs: number

  /** `start` starts a read; each reply is waited for `withinMs` at most. */
  constructor(names: Names, start: (request: ReadRequest) => PagedRead, withinMs: number) {
    this.#names = names
    this.#start = start
    this.#withinMs = withinMs
  }

  /** Up to `count` events of a stream from a version on; none where it does not exist. */
  events(stream: string, from: number, count: number): Promise<StoredEvent[]> {
    return this.#collect(readStreamRequest(this.#names.onServer(stream), from, 'forwards', count), count)
  }

  /** The last event of a stream. */
  async last(stream: string): Promise<StoredEvent | null> {
    const [last] = await this.#collect(readStreamRequest(this.#names.onServer(stream), null, 'backwards', 1), 1)
    return last ?? null
  }

  /** The event of ours at a position. Throws NoSuchPosition where no record begins there. */
  async at(position: string): Promise<StoredEvent | null> {
    const [event] = await this.#collect(readAllRequest(position, 'forwards', null, 1), 1)
    return event?.position === position ? event : null
  }

  /** The last event of ours in all streams. */
  async lastOfAll(): Promise<StoredEvent | null> {
    const ours = { stream: this.#names.pattern }
    // the server may look through many events of others: it is waited for as long as it is alive
    const [last] = await this.#collect(readAllRequest(null, 'backwards', ours, 1), 1, () => this.ping())
    return last ?? null
  }

  /** Whether the server answers at all. Throws StoreUnavailable. */
  async ping(): Promise<void> {
    await this.#collect(readAllRequest(null, 'backwards', null, 1), 1)
  }

  /** Ends with the last of `count` events: the server may look for one more through all that others wrote before it says so. */
  async #collect(request: ReadRequest, count: number, late = noAnswer): Promise<StoredEvent[]> {
    const events: StoredEvent[] = []
    for await (const replies of this.#start(request).pages(this.#withinMs, late)) {
      events.push(...storedEvents(replies, this.#names))
      if (events.length >= count) break
    }
    return events
  }
}

async function noAnswer(): Promise<void> {
  throw new StoreUnavailable('the event store does not answer')
}
