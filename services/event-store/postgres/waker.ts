// Notifies subscribers after a commit, on a connection of its own: NOTIFY inside the commit would serialise every
// commit of the database. Nothing depends on a notification arriving, because subscribers poll as well.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'
import { MANY_EVENTS, RecentCount } from '#services/platform/process/recent-count.ts'

export const CHANNEL = 'fairbook_log'
/**
 * How long commits are collected after a notification before the next. Longer after many events, because each
 * notification wakes every reader, and readers take pages that grow with the load (docs/decisions/0017).
 */
const COALESCE_MS = { few: 5, many: 25 } as const

/** How long the next notification waits, by the number of recent events. */
export const restAfter = (lately: number): number => (lately < MANY_EVENTS ? COALESCE_MS.few : COALESCE_MS.many)

const TIMEOUT_MS = 5_000

export class Waker {
  #client: Promise<pg.Client> | null = null
  #busy = false
  /** Events that no notification has announced. */
  #untold = 0
  #closed = false
  readonly #lately: RecentCount
  readonly #url: string
  readonly #rest: (lately: number) => Promise<unknown>

  /** `rest`: resolves when the next notification may follow, given the number of recent events. */
  constructor(
    url: string,
    rest = (lately: number): Promise<unknown> => pause(restAfter(lately)),
    lately = new RecentCount(),
  ) {
    this.#url = url
    this.#rest = rest
    this.#lately = lately
  }

  /**
   * To be called after a commit, with its number of events. Returns at once; the calls between two notifications share
   * the second.
   */
  wake(events: number): void {
    this.#untold += events
    if (!this.#busy && !this.#closed) void this.#drain()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#disconnect()
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.then((open) => open.end()).catch(() => undefined)
  }

  async #drain(): Promise<void> {
    this.#busy = true
    while (this.#untold > 0 && !this.#closed) {
      const told = this.#untold
      this.#untold = 0
      try {
        this.#client ??= this.#connect()
        await (await this.#client).query(`notify ${CHANNEL}`)
      } catch {
        void this.#disconnect()
      }
      await this.#rest(this.#lately.add(told))
    }
    this.#busy = false
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#url, {
      name: 'fairbook wake',
      connectTimeoutMs: TIMEOUT_MS,
      queryTimeoutMs: TIMEOUT_MS,
      // a notification need not be durable, and its fsync would delay those of appends
      settings: 'set synchronous_commit = off',
    })
    client.on('error', () => {
      this.#client = null
    })
    return client
  }
}
