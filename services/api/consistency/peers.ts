// Whether other api processes run on this database. They greet each other over NOTIFY; nothing is stored. An api that
// runs alone can skip lookups for what others may have written.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

export const APIS_CHANNEL = 'fairbook_apis'
type Greeting = { readonly api: string; readonly leaves?: true }

const GREET_MS = 5_000
/** A peer that misses three greetings is considered gone. */
const GONE_MS = 16_000
/** After this time, a process that is new or has not listened for a while has heard from all others. */
const UNSURE_MS = 2 * GREET_MS

export type Peers = {
  /** Id of this process, made when it starts. */
  readonly id: string
  /** The others that have greeted recently. `certain`: there are no more than these. */
  others(): { readonly known: readonly string[]; readonly certain: boolean }
  /** True only if it is certain that no other process runs. */
  isSoleInstance(): boolean
  /** Handles a payload of APIS_CHANNEL; null means that some may have been missed. */
  onNotification(payload: string | null): void
  close(): Promise<void>
}

/** `now`: monotonic milliseconds, for tests. */
export function createPeers(pool: Pick<pg.Pool, 'query'>, now: () => number = () => performance.now()): Peers {
  const api = randomBytes(8).toString('hex')
  const seen = new Map<string, number>()
  let unsureUntil = now() + UNSURE_MS

  const send = async (greeting: Greeting): Promise<void> => {
    // while the database is unreachable, the others cannot serve either
    await pool.query('select pg_notify($1, $2)', [APIS_CHANNEL, JSON.stringify(greeting)]).catch(() => undefined)
  }
  const greet = () => void send({ api })
  const greeting = setInterval(greet, GREET_MS)
  greeting.unref()
  greet()

  function others() {
    const at = now()
    for (const [other, last] of seen) if (at - last > GONE_MS) seen.delete(other)
    return { known: [...seen.keys()], certain: at >= unsureUntil }
  }

  return {
    id: api,
    others,
    isSoleInstance() {
      const { known, certain } = others()
      return known.length === 0 && certain
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
      // so that a new process learns at once that it is not alone
      if (!known && !other.leaves) greet()
    },
    async close() {
      clearInterval(greeting)
      await send({ api, leaves: true })
    },
  }
}
