// Notifies subscribers after a commit, on a connection of its own: NOTIFY inside the commit would serialise every commit of
// the database. Nothing depends on a notification arriving, since subscribers poll as well.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'

export const CHANNEL = 'fairbook_log'
/** Under load, one notification covers the commits of this time. */
const COALESCE_MS = 5
const TIMEOUT_MS = 5_000

export class Waker {
  #client: Promise<pg.Client> | null = null
  #busy = false
  #again = false
  #closed = false
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Returns at once; calls while a notification is being sent are coalesced into one more. */
  wake(): void {
    this.#again = true
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
    while (this.#again && !this.#closed) {
      this.#again = false
      try {
        this.#client ??= this.#connect()
        await (await this.#client).query(`notify ${CHANNEL}`)
        if (this.#again) await pause(COALESCE_MS)
      } catch {
        void this.#disconnect()
      }
    }
    this.#busy = false
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#url, {
      name: 'fairbook wake',
      connectTimeoutMs: TIMEOUT_MS,
      queryTimeoutMs: TIMEOUT_MS,
      // a notification need not be durable, and its fsync would delay the appends'
      settings: 'set synchronous_commit = off',
    })
    client.on('error', () => {
      this.#client = null
    })
    return client
  }
}
