// The reads of the log: streams, heads, and all streams in the global order.
import { LogIdentityMismatch, type Position, type StoredEvent, type StreamHead } from '../../port.ts'
import { compareNumericPositions } from '../../positions.ts'
import type { Components } from '../components.ts'
import type { Link } from '../connection/connection.ts'
import { storedEvents } from '../wire/recorded-events.ts'
import { readAllRequest, readStreamRequest } from '../wire/requests.ts'
import { resumeRead, retryRead } from './resilient-read.ts'

export class LogReads {
  readonly #components: Components

  constructor(components: Components) {
    this.#components = components
  }

  async *stream(stream: string, fromVersion: number): AsyncGenerator<StoredEvent> {
    const { names, appender } = this.#components
    let next = fromVersion
    let last: StoredEvent | null = null
    try {
      for await (const event of this.#events(() => readStreamRequest(names.onServer(stream), next, 'forwards'))) {
        if (event.version !== next)
          throw new LogIdentityMismatch(`${stream} on the event store has lost version ${next}`)
        next += 1
        last = event
        yield event
      }
    } finally {
      if (last) appender.observeStored(stream, last)
    }
  }

  async head(stream: string): Promise<StreamHead> {
    const last = await this.short(({ reader }) => reader.last(stream))
    if (!last) return { version: -1, hash: null }
    this.#components.appender.observeStored(stream, last)
    return { version: last.version, hash: last.hash }
  }

  /** `start`: position of the log's first event. */
  async *all(after: Position | null, start: Position, pageSize: number): AsyncGenerator<StoredEvent[]> {
    const [end, begin] = await Promise.all([
      this.lastPosition(),
      after === null ? null : this.short(({ reader }) => reader.at(after)),
    ])
    if (after !== null && begin === null) throw new LogIdentityMismatch(`the log has no event at position ${after}`)
    const ours = { stream: this.#components.names.pattern }
    let last = after
    let page: StoredEvent[] = []
    for await (const event of this.#events(() => readAllRequest(last ?? start, 'forwards', ours))) {
      if (end === null || compareNumericPositions(event.position, end) > 0) break
      // a read starts with the event at its position
      if (last !== null && compareNumericPositions(event.position, last) <= 0) continue
      last = event.position
      page.push(event)
      if (page.length < pageSize) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  }

  async lastPosition(): Promise<Position | null> {
    const last = await this.short(({ reader }) => reader.lastOfAll())
    return last?.position ?? null
  }

  /** A short read, retried until it succeeds or the time to connect is over. */
  short<T>(read: (link: Link) => Promise<T>): Promise<T> {
    const { connection, timeouts } = this.#components
    return retryRead(connection, Date.now() + timeouts.connect, read)
  }

  /** Our events of a long read. */
  async *#events(rest: () => Buffer): AsyncGenerator<StoredEvent> {
    const { connection, timeouts, names } = this.#components
    for await (const page of resumeRead(connection, timeouts.connect, rest)) yield* storedEvents(page, names)
  }
}
