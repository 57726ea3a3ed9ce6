// The event store on Postgres.
import pg from 'pg'
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { type Listener, listen } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { type LogStart, logIdOf, startOfLog } from '../first-event.ts'
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
import { type Follower, follow } from '../subscription.ts'
import { AppendConnection } from './append-connection.ts'
import { Appender } from './appender.ts'
import { LogIdentity } from './identity.ts'
import { lastPosition, readHead, readPage, readPages, readStream } from './pages.ts'
import { CHANNEL, Waker } from './wake.ts'

export type PostgresLogOptions = LogStart & {
  /** A migrated database; the role needs no more than SELECT and EXECUTE in schema log. */
  readonly url: string
  /** Connections for reading at most; 4 by default. Appending, waking and listening have one each beside them. */
  readonly readers?: number
  /** Milliseconds; for tests of lost connections. */
  readonly patience?: {
    readonly connect?: number
    readonly resolve?: number
    readonly answer?: number
    readonly poll?: number
  }
}

const PAGE_SIZE = 2_000

export class PostgresLog implements EventStore {
  readonly logId: string
  readonly #appender: Appender
  readonly #connection: AppendConnection
  readonly #waker: Waker
  readonly #pool: pg.Pool
  readonly #identity: LogIdentity
  readonly #options: PostgresLogOptions
  readonly #followers = new Set<Follower>()
  #listener: Promise<Listener> | null = null
  #closing: Promise<void> | null = null

  private constructor(parts: Parts, logId: string) {
    this.logId = logId
    this.#appender = parts.appender
    this.#connection = parts.connection
    this.#waker = parts.waker
    this.#pool = parts.pool
    this.#identity = parts.identity
    this.#options = parts.options
  }

  /** Opens the log, and starts it where it is empty: of several that find it empty, one does. */
  static async open(options: PostgresLogOptions): Promise<PostgresLog> {
    const parts = makeParts(options)
    try {
      let [first] = await readPage(parts.pool, null, 1)
      if (!first) {
        await parts.appender.append(startOfLog(options))
        for await (const event of readStream(parts.pool, LEDGER_STREAM, 0)) first ??= event
      }
      parts.identity.begin(first!.hash)
      return new PostgresLog(parts, logIdOf(first!))
    } catch (error) {
      await closeParts(parts)
      if ((error as { code?: string }).code === '42P01') {
        throw new Error('the database has no ledger yet: its migrations have not run', { cause: error })
      }
      throw error
    }
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    const result = await this.#appender.append(request)
    if (result.ok) this.#identity.saw({ position: Number(result.position), hash: result.head.hash! })
    return result
  }

  readStream(stream: string, fromVersion = 0): AsyncIterable<StoredEvent> {
    return readStream(this.#pool, stream, fromVersion)
  }

  readHead(stream: string): Promise<StreamHead> {
    return readHead(this.#pool, stream)
  }

  readAll(after: Position | null, pageSize = PAGE_SIZE): AsyncIterable<StoredEvent[]> {
    return readPages(this.#pool, after, pageSize)
  }

  lastPosition(): Promise<Position | null> {
    return lastPosition(this.#pool)
  }

  async subscribe(
    after: Position | null,
    handle: (page: StoredEvent[]) => Promise<void>,
    failed: (error: unknown) => void,
  ): Promise<Subscription> {
    this.#listener ??= listen(this.#options.url, [CHANNEL], () => this.#wakeAll(), { onConnect: () => this.#wakeAll() })
    this.#listener.catch(() => {
      this.#listener = null
    })
    await this.#listener
    const follower = follow(after, handle, failed, {
      read: (position, size) => this.#readNext(position, size),
      isFinal: (error) => error instanceof LogIdentityMismatch || error instanceof pg.DatabaseError,
      pageSize: PAGE_SIZE,
      pollMs: this.#options.patience?.poll ?? 500,
      ended: () => this.#followers.delete(follower),
    })
    this.#followers.add(follower)
    return follower
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
    await this.#appender.close()
    await Promise.all([...this.#followers].map((follower) => follower.close()))
    const listener = await this.#listener?.catch(() => null)
    await listener?.close()
    await closeParts({ connection: this.#connection, waker: this.#waker, pool: this.#pool })
  }

  async #readNext(position: Position | null, size: number): Promise<StoredEvent[]> {
    const page = await readPage(this.#pool, position, size)
    const last = page.at(-1)
    if (last) this.#identity.saw({ position: Number(last.position), hash: last.hash })
    return page
  }

  #wakeAll(): void {
    for (const follower of this.#followers) follower.wake()
  }
}

type Parts = {
  readonly options: PostgresLogOptions
  readonly appender: Appender
  readonly connection: AppendConnection
  readonly waker: Waker
  readonly pool: pg.Pool
  readonly identity: LogIdentity
}

function makeParts(options: PostgresLogOptions): Parts {
  const { url, patience = {} } = options
  const identity = new LogIdentity()
  const waker = new Waker(url)
  const connection = new AppendConnection({
    url,
    connectWithinMs: patience.connect ?? 5_000,
    resolveWithinMs: patience.resolve ?? 8_000,
    answerWithinMs: patience.answer ?? 5_000,
    check: (client) => identity.check(client),
  })
  const pool = openPool(url, {
    max: options.readers ?? 4,
    name: 'fairbook log',
    verify: (client) => identity.check(client),
  })
  return { options, appender: new Appender(connection, () => waker.wake()), connection, waker, pool, identity }
}

async function closeParts({ connection, waker, pool }: Pick<Parts, 'connection' | 'waker' | 'pool'>): Promise<void> {
  await Promise.all([connection.close(), waker.close(), pool.end()])
}
