// Who is signed in: looked up in the database, then cached for a second.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

const MAX_AGE_MS = 1_000
const ENTRIES_MAX = 50_000

export type Session = { readonly id: string; readonly accountId: string }

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export class Sessions {
  readonly #pool: pg.Pool
  /** Includes lookups in progress: of many requests with one token, one looks it up. */
  readonly #known = new LRUCache<string, Promise<Session | null> | Session>({ max: ENTRIES_MAX, ttl: MAX_AGE_MS })

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Null: nobody is signed in with it. Synchronous if it is cached. */
  of(token: string): Promise<Session | null> | Session {
    const known = this.#known.get(token)
    if (known !== undefined) return known
    const looked = this.#look(token)
    this.#known.set(token, looked)
    return looked
  }

  async #look(token: string): Promise<Session | null> {
    try {
      const hash = tokenHash(token)
      const { rows } = await this.#pool.query<{ account_id: string }>({
        name: 'session',
        text: 'select account_id from session where token_hash = $1 and expires_at > now()',
        values: [hash],
      })
      const session = rows[0] ? { id: hash.toString('hex').slice(0, 32), accountId: rows[0].account_id } : null
      if (session === null) this.#known.delete(token)
      else this.#known.set(token, session)
      return session
    } catch (error) {
      this.#known.delete(token)
      throw error
    }
  }
}
