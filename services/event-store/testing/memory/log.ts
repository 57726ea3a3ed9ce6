// The event store port over the difficult server in memory: for tests, in this process.
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { checkAppend } from '../../check-append.ts'
import { type LogStart, logIdOf, startOfLog } from '../../first-event.ts'
import { GivenHeads } from '../../given/given-heads.ts'
import {
  type AppendRequest,
  type AppendResult,
  type EventStore,
  OutcomeUnknown,
  type Position,
  type StoredEvent,
  StoreUnavailable,
  type StreamHead,
  type Subscription,
} from '../../port.ts'
import { compareNumericPositions } from '../../positions.ts'
import { MemoryServer } from './server.ts'
import { subscribeOver } from './subscription.ts'

const STREAM_PAGE = 100
const PAGE_SIZE = 500
/** How often an append without a reply is sent again before its outcome is called unknown. */
const ATTEMPTS = 5

export type MemoryLogOptions = LogStart & {
  /** The server that several logs share, as several processes would; a new one by default. */
  readonly server?: MemoryServer
}

export class MemoryLog implements EventStore {
  readonly logId: string
  /** For faults, and to open another log on the same server. */
  readonly server: MemoryServer
  readonly #subscriptions = new Set<Subscription>()
  /** The last append in flight of each stream: the next one waits for it. */
  readonly #inFlight = new Map<string, Promise<unknown>>()
  readonly #given = new GivenHeads((stream) => this.readHead(stream))
  #closed = false

  private constructor(server: MemoryServer, logId: string) {
    this.server = server
    this.logId = logId
  }

  static async open({ server = new MemoryServer(), ...start }: MemoryLogOptions = {}): Promise<MemoryLog> {
    let [first] = await reached(server.readStream(LEDGER_STREAM, 0, 1))
    if (first === undefined) {
      await deliver(server, startOfLog(start))
      first = (await reached(server.readStream(LEDGER_STREAM, 0, 1)))[0]
    }
    return new MemoryLog(server, logIdOf(first!))
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    checkAppend(request)
    return this.#given.append(request, (wanted) => this.#append(wanted))
  }

  #append(request: AppendRequest): Promise<AppendResult> {
    if (this.#closed) throw new StoreUnavailable('the event store is closed')
    const before = this.#inFlight.get(request.stream) ?? Promise.resolve()
    const appended = before.then(() => deliver(this.server, request))
    const settled = appended.catch(() => undefined)
    this.#inFlight.set(request.stream, settled)
    void settled.then(() => {
      if (this.#inFlight.get(request.stream) === settled) this.#inFlight.delete(request.stream)
    })
    return appended
  }

  async *readStream(stream: string, fromVersion = 0): AsyncGenerator<StoredEvent> {
    for (let from = fromVersion; ; from += STREAM_PAGE) {
      const page = await reached(this.server.readStream(stream, from, STREAM_PAGE))
      yield* page
      if (page.length < STREAM_PAGE) return
    }
  }

  async readHead(stream: string): Promise<StreamHead> {
    let head: StreamHead = { version: -1, hash: null }
    for await (const { version, hash } of this.readStream(stream)) head = { version, hash }
    return head
  }

  async *readAll(after: Position | null, pageSize = PAGE_SIZE): AsyncGenerator<StoredEvent[]> {
    const end = await this.lastPosition()
    let page: StoredEvent[] = []
    for (let from = after === null ? 0n : BigInt(after) + 1n; end !== null && from <= BigInt(end); ) {
      const records = await reached(this.server.readAll(from, pageSize))
      for (const { position, event } of records) {
        from = position + 1n
        if (event && position <= BigInt(end)) page.push(event)
      }
      // pages with only events of others are left out
      if (page.length > 0) yield page
      page = []
    }
  }

  async lastPosition(): Promise<Position | null> {
    return (await reached(this.server.lastOfOurs()))?.position ?? null
  }

  async subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    failed: (error: unknown) => void,
  ): Promise<Subscription> {
    const subscription = subscribeOver(this.server, after, handle, failed)
    this.#subscriptions.add(subscription)
    return subscription
  }

  comparePositions(a: Position, b: Position): number {
    return compareNumericPositions(a, b)
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#inFlight.values())
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()))
  }
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new StoreUnavailable('the store is down', { cause: error })
  }
}

/** Sends again if there is no reply; also the append that starts a log. */
async function deliver(server: MemoryServer, { stream, expected, events }: AppendRequest): Promise<AppendResult> {
  const last = events[events.length - 1]!
  let sent = false
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      // the server compares only revisions; stored events never change, so the hash may be compared earlier
      const [head] = expected.version < 0 ? [] : await server.readStream(stream, expected.version, 1)
      if ((head?.hash ?? null) !== expected.hash) return { ok: false, conflict: true }
      await server.ping()
      sent = true
      const result = await server.append(stream, expected.version, events)
      if (!result.written) return { ok: false, conflict: true }
      return { ok: true, position: String(result.position), head: { version: last.version, hash: last.hash } }
    } catch {
      // with the same ids and revision, a repeat gets the result of the first time
    }
  }
  throw sent ? new OutcomeUnknown('the answer to an append was lost') : new StoreUnavailable('the store is down')
}
