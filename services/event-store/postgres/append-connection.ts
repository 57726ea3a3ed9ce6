// The connection that appends. If it breaks during a call, it is not known whether that was committed, so the call is
// repeated on a new connection until there is a definite answer. That is safe: the repeat of a committed call finds
// other heads than it expects, and its own events stored.
import pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'
import { lineOf } from '#services/platform/errors.ts'
import { Backoff } from '#services/platform/process/backoff.ts'
import { LogIdentityMismatch, OutcomeUnknown, type StoredEvent, StoreUnavailable } from '../port.ts'
import { type AppendCalls, BatchRefused, type Place } from './append-calls.ts'
import { APPEND, FIND_EVENTS } from './append-sql.ts'
import { type Batch, parametersOf } from './batch.ts'
import { isMovedError, LogMoved } from './moved.ts'
import { type EventRow, storedEvent } from './pages.ts'

export type AppendConnectionOptions = {
  readonly url: string
  /** How long to try to connect before an append that was not sent fails. */
  readonly connectTimeoutMs: number
  /** How long to find out the outcome of a call whose answer was lost. */
  readonly resolveTimeoutMs: number
  /** A call that takes longer counts as lost. */
  readonly queryTimeoutMs: number
  /** Throws if the server now holds another log than before. */
  check(client: pg.Client): Promise<void>
}

const RETRY_MS = { first: 10, max: 500 }

export class AppendConnection implements AppendCalls {
  #client: pg.Client | null = null
  readonly #options: AppendConnectionOptions

  constructor(options: AppendConnectionOptions) {
    this.#options = options
  }

  async write(batch: Batch): Promise<(number | null)[] | null> {
    const rows = await this.#call('log-append', APPEND, parametersOf(batch))
    const positions = rows[0]?.[0]
    if (positions === null && batch.given !== undefined) return null
    if (typeof positions !== 'string') throw new OutcomeUnknown('the append function returned nothing')
    return positions.split(',').map((position) => (position === '-' ? null : Number(position)))
  }

  async find(places: readonly Place[]): Promise<StoredEvent[][]> {
    const rows = await this.#call('log-find', FIND_EVENTS, [
      places.map(({ stream }) => stream),
      places.map(({ after }) => after),
      places.map(({ last }) => last),
    ])
    const found: StoredEvent[][] = places.map(() => [])
    for (const [number, ...row] of rows as [number: string, ...EventRow][]) {
      found[Number(number) - 1]!.push(storedEvent(row))
    }
    return found
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
  }

  /** Repeats the call until there is an answer. */
  async #call(name: string, text: string, values: unknown[]): Promise<unknown[][]> {
    let deadline = performance.now() + this.#options.connectTimeoutMs
    let sent = false
    for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); ; await backoff.wait()) {
      try {
        const client = this.#client ?? (await this.#connect(deadline))
        const first = !sent
        sent = true
        if (first) deadline = performance.now() + this.#options.resolveTimeoutMs
        try {
          const result = await client.query<unknown[]>({ name, text, values, rowMode: 'array' })
          return result.rows
        } catch (error) {
          // definite for the first call; for a repeat it does not tell the outcome of the earlier calls
          if (first && isMovedError(error)) throw new LogMoved({ cause: error })
          if (first && isRefusal(error)) throw new BatchRefused(lineOf(error), { cause: error })
          throw error
        }
      } catch (error) {
        if (error instanceof BatchRefused || error instanceof LogMoved) throw error
        // retrying would not help; but if the call was sent before, its outcome is unknown
        if (error instanceof LogIdentityMismatch && !sent) throw error
        this.#disconnect()
        if (performance.now() + backoff.nextMs < deadline) continue
        if (sent) throw new OutcomeUnknown(`the answer to an append was lost: ${lineOf(error)}`, { cause: error })
        throw new StoreUnavailable(`the event store cannot be reached: ${lineOf(error)}`, { cause: error })
      }
    }
  }

  async #connect(deadline: number): Promise<pg.Client> {
    const { url, queryTimeoutMs, check } = this.#options
    const connectTimeoutMs = Math.max(1, Math.round(deadline - performance.now()))
    const client = await connect(url, { name: 'fairbook append', connectTimeoutMs, queryTimeoutMs })
    // the next call opens another
    client.on('error', () => {
      if (this.#client === client) this.#client = null
    })
    try {
      await check(client)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    return client
  }

  #disconnect(): void {
    this.#client?.end().catch(() => undefined)
    this.#client = null
  }
}

/**
 * Whether the server executed the call and rolled it back: an ERROR, not the FATAL of a connection that is being
 * closed.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}
