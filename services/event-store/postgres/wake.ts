// Wakes the readers after a commit, on a connection of its own: NOTIFY inside the commit would serialise every commit of
// the database. Nothing depends on a wake-up arriving, readers look for themselves now and then.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export const CHANNEL = 'fairbook_log'
/** Under load one wake-up stands for the commits of so long. */
const APART_MS = 5

export class Waker {
  #client: Promise<pg.Client> | null = null
  #busy = false
  #again = false
  #closed = false
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Returns at once; calls while one is on its way become one more. */
  wake(): void {
    this.#again = true
    if (!this.#busy && !this.#closed) void this.#work()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#drop()
  }

  async #drop(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.then((open) => open.end()).catch(() => undefined)
  }

  async #work(): Promise<void> {
    this.#busy = true
    while (this.#again && !this.#closed) {
      this.#again = false
      try {
        this.#client ??= this.#connect()
        await (await this.#client).query(`notify ${CHANNEL}`)
        if (this.#again) await pause(APART_MS)
      } catch {
        void this.#drop()
      }
    }
    this.#busy = false
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'fairbook wake',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', () => {
      this.#client = null
    })
    try {
      await client.connect()
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    // there is nothing in it to be durable, and its fsync would stand in the way of the appends'
    await client.query('set synchronous_commit = off')
    return client
  }
}
