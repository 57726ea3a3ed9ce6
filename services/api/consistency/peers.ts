// Whether other api processes work on this database. They greet each other over NOTIFY, and nothing is kept anywhere: what a
// lone process knows by itself, it need not look up.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

export const APIS_CHANNEL = 'fairbook_apis'
type Greeting = { readonly api: string; readonly leaves?: true }

const GREET_MS = 5_000
/** After three greetings missed it is gone. */
const GONE_MS = 16_000
/** A newcomer, or one that has not listened for a moment, has heard from the others by then. */
const UNSURE_MS = 2 * GREET_MS

export type Peers = {
  /** Certainly the only one. */
  isSoleInstance(): boolean
  /** Takes a payload of APIS_CHANNEL; null: some may have been missed. */
  onNotification(payload: string | null): void
  close(): Promise<void>
}

/** `now`: monotonic milliseconds, for tests. */
export function createPeers(pool: Pick<pg.Pool, 'query'>, now: () => number = () => performance.now()): Peers {
  const api = randomBytes(8).toString('hex')
  const seen = new Map<string, number>()
  let unsureUntil = now() + UNSURE_MS

  const say = async (greeting: Greeting): Promise<void> => {
    // where the database is away, the others cannot serve either
    await pool.query('select pg_notify($1, $2)', [APIS_CHANNEL, JSON.stringify(greeting)]).catch(() => undefined)
  }
  const greet = () => void say({ api })
  const greeting = setInterval(greet, GREET_MS)
  greeting.unref()
  greet()

  return {
    isSoleInstance() {
      const at = now()
      for (const [other, last] of seen) if (at - last > GONE_MS) seen.delete(other)
      return seen.size === 0 && at >= unsureUntil
    },
    onNotification(payload) {
      if (payload === null) {
        unsureUntil = now() + UNSURE_MS
        greet()
        return
      }
      const other = JSON.parse(payload) as Greeting
      if (other.api === api) return
      const known = seen.has(other.api)
      if (other.leaves) seen.delete(other.api)
      else seen.set(other.api, now())
      // a newcomer learns at once that it is not alone
      if (!known && !other.leaves) greet()
    },
    async close() {
      clearInterval(greeting)
      await say({ api, leaves: true })
    },
  }
}
