// The event store in Postgres.
import pg from 'pg'
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { type Listener, listen } from '#services/platform/database/listen.ts'
import { logIdOf, startOfLog } from '../first-event.ts'
import { countedAppend } from '../metrics.ts'
import { type PollingSubscription, pollSubscription } from '../polling-subscription.ts'
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
import { type Components, closeComponents, createComponents, type PostgresLogOptions } from './components.ts'
import { isMoved, LogMoved } from './moved.ts'
import { lastPosition, readHead, readPage, readPages, readStream } from './pages.ts'
import { CHANNEL } from './waker.ts'

const PAGE_SIZE = 2_000
const POLL_MS = 500

export class PostgresLog implements EventStore {
  readonly logId: string
  readonly #components: Components
  readonly #options: PostgresLogOptions
  readonly #subscriptions = new Set<PollingSubscription>()
  #listener: Promise<Listener> | null = null
  #closing: Promise<void> | null = null

  private constructor(options: PostgresLogOptions, components: Components, logId: string) {
    this.#options = options
    this.#components = components
    this.logId = logId
  }

  /**
   * Opens the log, and starts it if it is empty; if several processes find it empty, one of them starts it. Throws
   * LogMoved if it moved to another store.
   */
  static async open(options: PostgresLogOptions): Promise<PostgresLog> {
    const components = createComponents(options)
    const { pool, appender, identity } = components
    try {
      let [first] = await readPage(pool, null, 1)
      if (!first) {
        await appender.append(startOfLog(options))
        for await (const event of readStream(pool, LEDGER_STREAM, 0)) first ??= event
      }
      if (options.evenMoved !== true && (await isMoved(pool))) throw new LogMoved()
      identity.begin(first!.hash)
      return new PostgresLog(options, components, logIdOf(first!))
    } catch (error) {
      await closeComponents(components)
      if ((error as { code?: string }).code === '42P01') {
        throw new Error('the database has no ledger yet: its migrations have not run', { cause: error })
      }
      throw error
    }
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const { appender, identity } = this.#components
    const result = await countedAppend(appender.append(request))
    if (result.ok) identity.observe({ position: Number(result.position), hash: result.head.hash! })
    return result
  }

  readStream(stream: string, fromVersion = 0): AsyncIterable<StoredEvent> {
    return readStream(this.#components.pool, stream, fromVersion)
  }

  readHead(stream: string): Promise<StreamHead> {
    return readHead(this.#components.pool, stream)
  }

  readAll(after: Position | null, pageSize = PAGE_SIZE): AsyncIterable<StoredEvent[]> {
    return readPages(this.#components.pool, after, pageSize)
  }

  lastPosition(): Promise<Position | null> {
    return lastPosition(this.#components.pool)
  }

  async subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    onFailure: (error: unknown) => void,
  ): Promise<Subscription> {
    this.#listener ??= listen(this.#options.url, [CHANNEL], () => this.#wakeAll(), { onConnect: () => this.#wakeAll() })
    this.#listener.catch(() => {
      this.#listener = null
    })
    await this.#listener
    const subscription = pollSubscription(after, handle, onFailure, {
      read: (position, size) => this.#readNext(position, size),
      isFinal: (error) => error instanceof LogIdentityMismatch || error instanceof pg.DatabaseError,
      pageSize: PAGE_SIZE,
      pollMs: this.#options.timeouts?.poll ?? POLL_MS,
      onEnd: () => this.#subscriptions.delete(subscription),
    })
    this.#subscriptions.add(subscription)
    return subscription
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
    const listener = await this.#listener?.catch(() => null)
    await listener?.close()
    await closeComponents(this.#components)
  }

  async #readNext(position: Position | null, size: number): Promise<StoredEvent[]> {
    const { pool, identity } = this.#components
    const page = await readPage(pool, position, size)
    const last = page.at(-1)
    if (last) identity.observe({ position: Number(last.position), hash: last.hash })
    return page
  }

  #wakeAll(): void {
    for (const subscription of this.#subscriptions) subscription.wake()
  }
}
