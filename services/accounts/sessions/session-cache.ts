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
  /** What ended since each read that is under way began: it is not cached after that. */
  const underWay = new Set<{ anything: boolean; readonly accounts: Set<string> }>()

  /** `keep` is not called for what ended meanwhile: what was read serves the requests that came before, and no later one. */
  async function readThen(
    tokens: readonly string[],
    keep: (token: string, session: Session | null, readAt: number) => void,
  ): Promise<Map<string, Session>> {
    const ended = { anything: false, accounts: new Set<string>() }
    underWay.add(ended)
    const readAt = now()
    try {
      const found = await read(tokens)
      for (const token of tokens) {
        const session = found.get(token) ?? null
        if (ended.anything || (session !== null && ended.accounts.has(session.accountId))) continue
        keep(token, session, readAt)
      }
      return found
    } finally {
      underWay.delete(ended)
    }
  }

  const loadTogether = createBatcher<string, Map<string, Session>>((tokens) =>
    readThen([...tokens], (token, session, readAt) => {
      entries.set(token, { session, readAt, usedAt: readAt, refreshing: false })
    }),
  )

  function refresh(): void {
    const entriesInUse = inUse()
    if (entriesInUse.size === 0) return
    readThen([...entriesInUse.keys()], (token, session, readAt) => {
      const entry = entries.peek(token)
      // a request may have loaded it meanwhile
      if (entry === undefined || entry.readAt >= readAt) return
      entry.session = session
      entry.readAt = readAt
    })
      // they are read again at the next look; until that is done they expire, and a request meets the error
      .catch(() => {})
      .finally(() => {
        for (const entry of entriesInUse.values()) entry.refreshing = false
      })
  }

  /** Those that are to be read again, by token. */
  function inUse(): Map<string, Entry> {
    const found = new Map<string, Entry>()
    const at = now()
    let looked = 0
    // the last used first
    for (const [token, entry] of entries.entries()) {
      if (at - entry.usedAt > IN_USE_MS || ++looked > REFRESHED_MAX) break
      if (entry.session === null || entry.refreshing || at - entry.readAt < REFRESH_AFTER_MS) continue
      entry.refreshing = true
      found.set(token, entry)
    }
    return found
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
      for (const one of underWay) {
        if (ended === null) one.anything = true
        else one.accounts.add(ended.account)
      }
      if (ended === null) return entries.clear()
      for (const [token, { session }] of entries.entries()) {
        if (session === null) continue
        if (session.accountId === ended.account) entries.delete(token)
      }
    },
    close: () => clearInterval(refresher),
  }
}
