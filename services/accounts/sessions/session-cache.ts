// Sessions in memory, by token: each for at most a second, refreshed in the background while it is in use, and evicted at
// once when it ends. By token rather than id, since hashing the token of every request would cost more than all else.
import { LRUCache } from 'lru-cache'
import { createBatcher } from '#services/platform/process/batcher.ts'
import type { Session } from './session.ts'
import type { SessionsEnded } from './session-rows.ts'

const MAX_AGE_MS = 1_000
/** Entries in use are read again from this age on, all together. */
const REFRESH_AFTER_MS = 500
const REFRESH_EVERY_MS = 200
const ENTRIES_MAX = 50_000

type Entry = { readonly session: Session | null; readonly readAt: number; refreshing: boolean }

export type SessionCache = {
  /** Without waiting; undefined if it has to be loaded. */
  get(token: string): Session | null | undefined
  /** As stored now. One query at a time for all tokens requested meanwhile. */
  load(token: string): Promise<Session | null>
  /** Evicts what has ended; null: everything. */
  evict(ended: SessionsEnded | null): void
  close(): void
}

/** `now`: monotonic milliseconds. */
export function createSessionCache(
  read: (tokens: readonly string[]) => Promise<Map<string, Session>>,
  now: () => number,
): SessionCache {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX })
  const stale = new Set<string>()
  const refresher = setInterval(refresh, REFRESH_EVERY_MS)
  refresher.unref()
  /** Counts evictions: what was read before one is not cached after it. */
  let evictions = 0

  async function readAndCache(tokens: readonly string[]): Promise<Map<string, Session>> {
    const before = evictions
    const readAt = now()
    const found = await read(tokens)
    // if sessions ended meanwhile, this serves the requests that came before, and no later one
    if (before === evictions) {
      for (const token of tokens) entries.set(token, { session: found.get(token) ?? null, readAt, refreshing: false })
    }
    return found
  }

  const loadTogether = createBatcher<string, Map<string, Session>>((tokens) => readAndCache([...tokens]))

  function refresh(): void {
    if (stale.size === 0) return
    const tokens = [...stale]
    stale.clear()
    // if it fails, the entries expire and the next request meets the error
    readAndCache(tokens).catch(() => {})
  }

  return {
    get(token) {
      const entry = entries.get(token)
      if (entry === undefined) return undefined
      const age = now() - entry.readAt
      if (age >= MAX_AGE_MS) return undefined
      if (age >= REFRESH_AFTER_MS && !entry.refreshing) {
        entry.refreshing = true
        stale.add(token)
      }
      return entry.session
    },
    load: async (token) => (await loadTogether([token])).get(token) ?? null,
    evict(ended) {
      evictions += 1
      if (ended === null) return entries.clear()
      for (const [token, { session }] of entries.entries()) {
        if (session === null) continue
        if (session.accountId === ended.account) entries.delete(token)
      }
    },
    close: () => clearInterval(refresher),
  }
}
