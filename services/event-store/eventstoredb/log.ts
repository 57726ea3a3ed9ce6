// The event store on EventStoreDB.
import { LEDGER_STREAM } from '../../../domain/ledger/log-events.ts'
import { type LogStart, logIdOf, startOfLog } from '../first-event.ts'
import {
  type AppendRequest,
  type AppendResult,
  type EventStore,
  OtherLog,
  type Position,
  type StoredEvent,
  type StreamHead,
  type Subscription,
} from '../port.ts'
import { compareNumericPositions } from '../positions.ts'
import { Appender } from './appender.ts'
import { ask, replies } from './asking.ts'
import { Connection, type Link } from './connection.ts'
import { follow } from './follower.ts'
import { LogIdentity } from './identity.ts'
import {
  type AllFilter,
  type ReadMessage,
  readAllMessage,
  readStreamMessage,
  recordIn,
  storedEvent,
} from './messages.ts'
import { Names } from './names.ts'
import { describeTruncations, findTruncations, type Truncation } from './truncation.ts'

export type EventStoreDbLogOptions = LogStart & {
  /** The client's connection string: `esdb://user:password@host:2113?tls=true&tlsCAFile=…`, or `esdb+discover://…`. */
  readonly url: string
  /** Lower-case letters and digits: keeps several products on one server apart. None by default. */
  readonly prefix?: string
  /** For the audit: opens a log although events of it may be missing; `truncations` says which. */
  readonly evenIfTruncated?: boolean
  /** Milliseconds; for tests of lost connections. */
  readonly patience?: Partial<Patience>
}

type Patience = {
  /** How long to try to reach the server before a call is refused. */
  readonly connect: number
  /** How long the server may take for one answer before the connection is given up. */
  readonly answer: number
  /** How long to find out what became of an append that was not answered. */
  readonly resolve: number
  /** How long a subscription may be silent before the server is asked whether there is more. */
  readonly idle: number
}

/** Together less than the 20 seconds in which a command has its answer. */
const PATIENCE: Patience = { connect: 4_000, answer: 4_000, resolve: 6_000, idle: 2_000 }
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
    const parts = makeParts(options)
    try {
      const first = await firstEvent(parts, options)
      const log = new EventStoreDbLog(parts, first)
      parts.identity.begin(first)
      const truncations = options.evenIfTruncated ? [] : await log.truncations()
      if (truncations.length > 0) throw new OtherLog(describeTruncations(truncations))
      return log
    } catch (error) {
      parts.connection.close()
      throw error
    }
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const result = await this.#parts.appender.append(request)
    if (result.ok) this.#parts.identity.saw({ position: result.position, id: request.events.at(-1)!.id })
    return result
  }

  async *readStream(stream: string, fromVersion = 0): AsyncGenerator<StoredEvent> {
    const { names, appender } = this.#parts
    let next = fromVersion
    let last: StoredEvent | null = null
    try {
      for await (const event of this.#events(() => readStreamMessage(names.onServer(stream), next, 'forwards'))) {
        if (event.version !== next) throw new OtherLog(`${stream} on the event store has lost version ${next}`)
        next += 1
        last = event
        yield event
      }
    } finally {
      if (last) appender.sawStored(stream, last)
    }
  }

  async readHead(stream: string): Promise<StreamHead> {
    const last = await this.#ask((link) => link.reader.last(stream))
    if (!last) return { version: -1, hash: null }
    this.#parts.appender.sawStored(stream, last)
    return { version: last.version, hash: last.hash }
  }

  async *readAll(after: Position | null, pageSize = PAGE_SIZE): AsyncGenerator<StoredEvent[]> {
    const [end, begin] = await Promise.all([
      this.lastPosition(),
      after === null ? null : this.#ask((link) => link.reader.at(after)),
    ])
    if (after !== null && begin === null) throw new OtherLog(`the log has no event at position ${after}`)
    const filter: AllFilter = { on: 'stream', filter: this.#parts.names.filter }
    let had = after
    let page: StoredEvent[] = []
    const rest = () => readAllMessage(BigInt(had ?? this.#first.position), 'forwards', filter)
    for await (const event of this.#events(rest)) {
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
    const last = await this.#ask((link) => link.reader.lastOfAll())
    return last?.position ?? null
  }

  async subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    failed: (error: unknown) => void,
  ): Promise<Subscription> {
    const { connection, names, patience, identity } = this.#parts
    const subscription = follow(after, handle, failed, {
      connection,
      names,
      first: this.#first,
      idleMs: patience.idle,
      connectMs: patience.connect,
      took: (page) => identity.saw(page[page.length - 1]!),
      ended: () => this.#subscriptions.delete(subscription),
    })
    this.#subscriptions.add(subscription)
    return subscription
  }

  /** Streams of ours of which the server may forget events, or has. For the audit; `open` refuses a log that has any. */
  truncations(): Promise<Truncation[]> {
    const { names, patience } = this.#parts
    return this.#ask((link) => findTruncations(link, names, this.#first.position, patience.answer))
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

  #ask<T>(question: (link: Link) => Promise<T>): Promise<T> {
    return ask(this.#parts.connection, Date.now() + this.#parts.patience.connect, question)
  }

  /** Our events of a long read. */
  async *#events(begin: () => ReadMessage): AsyncGenerator<StoredEvent> {
    const { connection, patience, names } = this.#parts
    for await (const page of replies(connection, patience.connect, begin)) {
      for (const reply of page) {
        const event = storedEvent(recordIn(reply), names)
        if (event) yield event
      }
    }
  }
}

type Parts = {
  readonly connection: Connection
  readonly appender: Appender
  readonly identity: LogIdentity
  readonly names: Names
  readonly patience: Patience
}

function makeParts({ url, prefix = '', patience: own }: EventStoreDbLogOptions): Parts {
  const patience = { ...PATIENCE, ...own }
  const names = new Names(prefix)
  const identity = new LogIdentity()
  const connection = new Connection(url, names, identity, patience.answer)
  const appender = new Appender(
    {
      ready: async (until) => {
        await connection.link(until)
      },
      send: (stream, revision, events) => connection.send(names.onServer(stream), revision, events),
      events: (stream, from, count, until) => ask(connection, until, (link) => link.reader.events(stream, from, count)),
    },
    { connectMs: patience.connect, resolveMs: patience.resolve },
  )
  return { connection, appender, identity, names, patience }
}

/** The event that names the log, written first where there is none. */
async function firstEvent({ connection, appender, patience }: Parts, start: LogStart): Promise<StoredEvent> {
  const read = () => ask(connection, Date.now() + patience.connect, (link) => link.reader.events(LEDGER_STREAM, 0, 1))
  const [found] = await read()
  if (found?.version === 0) return found
  // whoever wins, the log has begun
  await appender.append(startOfLog(start))
  const [first] = await read()
  if (first?.version !== 0) throw new OtherLog('the log had begun and is not there')
  return first
}
