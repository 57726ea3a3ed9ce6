// The event store on EventStoreDB.
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { logIdOf, startOfLog } from '../first-event.ts'
import {
  type AppendRequest,
  type AppendResult,
  type EventStore,
  LogIdentityMismatch,
  type Position,
  type StoredEvent,
  type StreamHead,
  type Subscription,
} from '../port.ts'
import { compareNumericPositions } from '../positions.ts'
import type { Link } from './connection.ts'
import { follow } from './follower.ts'
import { assemble, type EventStoreDbLogOptions, type Parts } from './parts.ts'
import type { ReadRequest } from './protocol.ts'
import { storedEvents } from './records.ts'
import { readAllRequest, readStreamRequest } from './requests.ts'
import { resumeRead, retryRead } from './resilient-read.ts'
import { describeTruncations, findTruncations, type Truncation } from './truncation.ts'

const PAGE_SIZE = 2_000

export class EventStoreDbLog implements EventStore {
  readonly logId: string
  readonly #parts: Parts
  readonly #first: StoredEvent
  readonly #subscriptions = new Set<Subscription>()
  #closing: Promise<void> | null = null

  private constructor(parts: Parts, first: StoredEvent) {
    this.#parts = parts
    this.#first = first
    this.logId = logIdOf(first)
  }

  /**
   * Opens the log, and starts it where there is none: of several that find none, one does. Throws where the server lets
   * go of events of ours, or has let go.
   */
  static async open(options: EventStoreDbLogOptions): Promise<EventStoreDbLog> {
    const parts = assemble(options)
    try {
      const first = await firstEvent(parts, startOfLog(options))
      const log = new EventStoreDbLog(parts, first)
      parts.identity.begin(first)
      const truncations = options.evenIfTruncated ? [] : await log.truncations()
      if (truncations.length > 0) throw new LogIdentityMismatch(describeTruncations(truncations))
      return log
    } catch (error) {
      parts.connection.close()
      throw error
    }
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const result = await this.#parts.appender.append(request)
    if (result.ok) this.#parts.identity.note({ position: result.position, id: request.events.at(-1)!.id })
    return result
  }

  async *readStream(stream: string, fromVersion = 0): AsyncGenerator<StoredEvent> {
    const { names, appender } = this.#parts
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
      if (last) appender.noteStored(stream, last)
    }
  }

  async readHead(stream: string): Promise<StreamHead> {
    const last = await this.#read(({ reader }) => reader.last(stream))
    if (!last) return { version: -1, hash: null }
    this.#parts.appender.noteStored(stream, last)
    return { version: last.version, hash: last.hash }
  }

  async *readAll(after: Position | null, pageSize = PAGE_SIZE): AsyncGenerator<StoredEvent[]> {
    const [end, begin] = await Promise.all([
      this.lastPosition(),
      after === null ? null : this.#read(({ reader }) => reader.at(after)),
    ])
    if (after !== null && begin === null) throw new LogIdentityMismatch(`the log has no event at position ${after}`)
    const ours = { stream: this.#parts.names.pattern }
    let had = after
    let page: StoredEvent[] = []
    for await (const event of this.#events(() => readAllRequest(had ?? this.#first.position, 'forwards', ours))) {
      if (end === null || compareNumericPositions(event.position, end) > 0) break
      // a read begins with the event at its position
      if (had !== null && compareNumericPositions(event.position, had) <= 0) continue
      had = event.position
      page.push(event)
      if (page.length < pageSize) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  }

  async lastPosition(): Promise<Position | null> {
    const last = await this.#read(({ reader }) => reader.lastOfAll())
    return last?.position ?? null
  }

  async subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    failed: (error: unknown) => void,
  ): Promise<Subscription> {
    const start = { after, first: this.#first }
    const subscription = follow(start, handle, failed, this.#parts, () => this.#subscriptions.delete(subscription))
    this.#subscriptions.add(subscription)
    return subscription
  }

  /** Streams of ours of which the server may forget events, or has. For the audit; `open` refuses a log that has any. */
  truncations(): Promise<Truncation[]> {
    const { names, patience } = this.#parts
    return this.#read((link) => findTruncations(link, names, this.#first.position, patience.answer))
  }

  comparePositions(a: Position, b: Position): number {
    return compareNumericPositions(a, b)
  }

  /** Appends under way get their answers first. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#parts.appender.close()
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()))
    this.#parts.connection.close()
  }

  #read<T>(read: (link: Link) => Promise<T>): Promise<T> {
    const { connection, patience } = this.#parts
    return retryRead(connection, Date.now() + patience.connect, read)
  }

  /** Our events of a long read. */
  async *#events(rest: () => ReadRequest): AsyncGenerator<StoredEvent> {
    const { connection, patience, names } = this.#parts
    for await (const page of resumeRead(connection, patience.connect, rest)) yield* storedEvents(page, names)
  }
}

/** The event that names the log, written first where there is none. */
async function firstEvent({ connection, appender, patience }: Parts, start: AppendRequest): Promise<StoredEvent> {
  const read = () =>
    retryRead(connection, Date.now() + patience.connect, ({ reader }) => reader.events(LEDGER_STREAM, 0, 1))
  const [found] = await read()
  if (found?.version === 0) return found
  // whoever wins, the log has begun
  await appender.append(start)
  const [first] = await read()
  if (first?.version !== 0) throw new LogIdentityMismatch('the log had begun and is not there')
  return first
}
