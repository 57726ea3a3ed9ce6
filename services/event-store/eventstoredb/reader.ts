// Short reads, each with a deadline, on one connection.
import { type StoredEvent, StoreUnavailable } from '../port.ts'
import {
  type AllFilter,
  type ReadMessage,
  readAllMessage,
  readStreamMessage,
  recordIn,
  storedEvent,
} from './messages.ts'
import type { Names } from './names.ts'
import type { Pull } from './pull.ts'

export class Reader {
  readonly #names: Names
  readonly #begin: (message: ReadMessage) => Pull
  readonly #withinMs: number

  /** `begin` starts a read; each reply is waited for `withinMs` at most. */
  constructor(names: Names, begin: (message: ReadMessage) => Pull, withinMs: number) {
    this.#names = names
    this.#begin = begin
    this.#withinMs = withinMs
  }

  /** Up to `count` events of a stream from a version on; none where it does not exist. */
  events(stream: string, from: number, count: number): Promise<StoredEvent[]> {
    return this.#collect(readStreamMessage(this.#names.onServer(stream), from, 'forwards', count), count)
  }

  /** The last event of a stream. */
  async last(stream: string): Promise<StoredEvent | null> {
    const [last] = await this.#collect(readStreamMessage(this.#names.onServer(stream), null, 'backwards', 1), 1)
    return last ?? null
  }

  /** The event of ours at a position. Throws NoSuchPosition where no record begins there. */
  async at(position: string): Promise<StoredEvent | null> {
    const [event] = await this.#collect(readAllMessage(BigInt(position), 'forwards', null, 1), 1)
    return event?.position === position ? event : null
  }

  /** The last event of ours in all streams. */
  async lastOfAll(): Promise<StoredEvent | null> {
    const filter: AllFilter = { on: 'stream', filter: this.#names.filter }
    // the server may look through many events of others: it is waited for as long as it is alive
    const [last] = await this.#collect(readAllMessage(null, 'backwards', filter, 1), 1, () => this.ping())
    return last ?? null
  }

  /** Whether the server answers at all. Throws StoreUnavailable. */
  async ping(): Promise<void> {
    await this.#collect(readAllMessage(null, 'backwards', null, 1), 1)
  }

  /** Ends with the last of `count` events: the server may look for one more through all that others wrote before it says so. */
  async #collect(message: ReadMessage, count: number, late?: () => Promise<void>): Promise<StoredEvent[]> {
    const events: StoredEvent[] = []
    const pull = this.#begin(message)
    try {
      for (;;) {
        const replies = await pull.next(this.#withinMs)
        if (replies === null) return events
        if (replies.length === 0 && late) await late()
        else if (replies.length === 0) throw new StoreUnavailable('the event store does not answer')
        for (const reply of replies) {
          const event = storedEvent(recordIn(reply), this.#names)
          if (event) events.push(event)
        }
        if (events.length >= count) return events
      }
    } finally {
      pull.cancel()
    }
  }
}
