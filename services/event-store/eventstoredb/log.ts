// The event store on EventStoreDB.
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { logIdOf, startOfLog } from '../first-event.ts'
import { GivenHeads } from '../given/given-heads.ts'
import { countedAppend } from '../metrics.ts'
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
import { type Components, createComponents, type EventStoreDbLogOptions } from './components.ts'
import { LogReads } from './read/log-reads.ts'
import { subscribe } from './read/subscription.ts'
import { describeTruncations, findTruncations, type Truncation } from './read/truncation.ts'

const PAGE_SIZE = 2_000

export class EventStoreDbLog implements EventStore {
  readonly logId: string
  readonly #components: Components
  readonly #reads: LogReads
  readonly #first: StoredEvent
  readonly #given: GivenHeads
  readonly #subscriptions = new Set<Subscription>()
  #closing: Promise<void> | null = null

  private constructor(components: Components, reads: LogReads, first: StoredEvent) {
    this.#components = components
    this.#reads = reads
    this.#first = first
    this.#given = new GivenHeads((stream) => reads.head(stream))
    this.logId = logIdOf(first)
  }

  /**
   * Opens the log, and starts it if there is none; if several processes find none, one of them starts it. Throws
   * LogIdentityMismatch if the server has lost events of ours, or may lose them.
   */
  static async open(options: EventStoreDbLogOptions): Promise<EventStoreDbLog> {
    const components = createComponents(options)
    const reads = new LogReads(components)
    try {
      const first = await firstEvent(components, reads, () => startOfLog(options))
      const log = new EventStoreDbLog(components, reads, first)
      components.identity.begin(first)
      const truncations = options.allowTruncated ? [] : await log.truncations()
      if (truncations.length > 0) throw new LogIdentityMismatch(describeTruncations(truncations))
      return log
    } catch (error) {
      components.connection.close()
      throw error
    }
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const { appender, identity } = this.#components
    const result = await countedAppend(this.#given.append(request, (wanted) => appender.append(wanted)))
    if (result.ok) identity.observe({ position: result.position, id: request.events.at(-1)!.id })
    return result
  }

  readStream(stream: string, fromVersion = 0): AsyncIterable<StoredEvent> {
    return this.#reads.stream(stream, fromVersion)
  }

  readHead(stream: string): Promise<StreamHead> {
    return this.#reads.head(stream)
  }

  readAll(after: Position | null, pageSize = PAGE_SIZE): AsyncIterable<StoredEvent[]> {
    return this.#reads.all(after, this.#first.position, pageSize)
  }

  lastPosition(): Promise<Position | null> {
    return this.#reads.lastPosition()
  }

  async subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    onFailure: (error: unknown) => void,
  ): Promise<Subscription> {
    const onEnd = () => this.#subscriptions.delete(subscription)
    const subscription = subscribe({ after, first: this.#first }, handle, onFailure, this.#components, onEnd)
    this.#subscriptions.add(subscription)
    return subscription
  }

  /**
   * Our streams of which the server has lost events, or may lose them. For the audit; `open` refuses a log that has
   * any.
   */
  truncations(): Promise<Truncation[]> {
    const { names, timeouts } = this.#components
    return this.#reads.short((link) => findTruncations(link, names, this.#first.position, timeouts.reply))
  }

  comparePositions(a: Position, b: Position): number {
    return compareNumericPositions(a, b)
  }

  /** Pending appends are resolved first. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#components.appender.close()
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()))
    this.#components.connection.close()
  }
}

/** The event that names the log, written if there is none. */
async function firstEvent({ appender }: Components, reads: LogReads, start: () => AppendRequest): Promise<StoredEvent> {
  const read = () => reads.short(({ reader }) => reader.events(LEDGER_STREAM, 0, 1))
  const [found] = await read()
  if (found?.version === 0) return found
  // whichever process wins, the log is started
  await appender.append(start())
  const [first] = await read()
  if (first?.version !== 0) throw new LogIdentityMismatch('the log was started and is not there')
  return first
}
