// Sessions in memory, by token: each for at most a second, read again in the background while it is in use, and evicted at
// once when it ends. By token rather than id, since hashing the token of every request would cost more than all else.
import { LRUCache } from 'lru-cache'
import { createBatcher } from '#services/platform/process/batcher.ts'
import type { Session } from './session.ts'
import type { SessionsEnded } from './session-rows.ts'

const MAX_AGE_MS = 1_000
/** Entries in use are read again from this age on, all together: one row of many costs far less than a query for one. */
const REFRESH_AFTER_MS = 500
const REFRESH_EVERY_MS = 200
/** So long after a request more of them are expected. */
const IN_USE_MS = 10_000
/** The last ones used, whatever tokens strangers try. */
const REFRESHED_MAX = 5_000
const ENTRIES_MAX = 50_000

type Entry = { session: Session | null; readAt: number; usedAt: number; refreshing: boolean }

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
  const refresher = setInterval(refresh, REFRESH_EVERY_MS)
  refresher.unref()
  /** Counts evictions: what was read before one is not cached after it. */
  let evictions = 0

  /** `keep` is not called if sessions ended meanwhile: what was read serves the requests that came before, and no later one. */
  async function readThen(
    tokens: readonly string[],
    keep: (token: string, session: Session | null, readAt: number) => void,
  ): Promise<Map<string, Session>> {
    const before = evictions
    const readAt = now()
    const found = await read(tokens)
    if (before === evictions) for (const token of tokens) keep(token, found.get(token) ?? null, readAt)
    return found
  }

  const loadTogether = createBatcher<string, Map<string, Session>>((tokens) =>
    readThen([...tokens], (token, session, readAt) => {
      entries.set(token, { session, readAt, usedAt: readAt, refreshing: false })
    }),
  )

  function refresh(): void {
    const tokens = inUse()
    if (tokens.length === 0) return
    // if it fails, the entries expire and the next request meets the error
    readThen(tokens, (token, session, readAt) => {
      const entry = entries.peek(token)
      // a request may have loaded it meanwhile
      if (entry === undefined || entry.readAt >= readAt) return
      entry.session = session
      entry.readAt = readAt
      entry.refreshing = false
    }).catch(() => {})
  }

  /** Those that are to be read again. */
  function inUse(): string[] {
    const tokens: string[] = []
    const at = now()
    let looked = 0
    // the last used first
    for (const [token, entry] of entries.entries()) {
      if (at - entry.usedAt > IN_USE_MS || ++looked > REFRESHED_MAX) break
      if (entry.session === null || entry.refreshing || at - entry.readAt < REFRESH_AFTER_MS) continue
      entry.refreshing = true
      tokens.push(token)
    }
    return tokens
  }

  return {
    get(token) {
      const entry = entries.get(token)
      if (entry === undefined) return undefined
      entry.usedAt = now()
      return entry.usedAt - entry.readAt < MAX_AGE_MS ? entry.session : undefined
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
