// Checks that the database still holds the same log: on every new connection, because a restored backup, or a failover
// that lost the end of the log, would answer too.
import type pg from 'pg'
import { LogIdentityMismatch } from '../port.ts'

/** The newest event known to be in the log. */
export type KnownEvent = { readonly position: number; readonly hash: string }

type QueryClient = { query: (query: { text: string; values: unknown[] }) => Promise<{ rows: unknown[] }> }

const CHECK = `
  select
    (select encode(hash, 'hex') from log.events order by position limit 1) as first,
    (select encode(hash, 'hex') from log.events where position = $1::bigint) as known`

export class LogIdentity {
  #first: string | null = null
  #known: KnownEvent | null = null

  /** Called once, with the hash of the log's first event. */
  begin(firstHash: string): void {
    this.#first = firstHash
  }

  /** Called with events known to be in the log. */
  observe(known: KnownEvent): void {
    if (!this.#known || known.position > this.#known.position) this.#known = known
  }

  /** Throws LogIdentityMismatch. */
  async check(client: pg.ClientBase): Promise<void> {
    if (this.#first === null) return
    const known = this.#known
    const { rows } = await (client as QueryClient).query({ text: CHECK, values: [known?.position ?? null] })
    const found = rows[0] as { first: string | null; known: string | null }
    if (found.first !== this.#first) throw new LogIdentityMismatch('the database holds another log than at the start')
    if (known && found.known !== known.hash) {
      throw new LogIdentityMismatch(
        `the log in the database is not the one seen before: event ${known.hash} is not at position ${known.position}`,
      )
    }
  }
}
