// Sessions in memory, by token. An entry is evicted at once when this process hears of its end; it is trusted for as
// long as such news is sure to arrive, and otherwise for at most a second. Entries in use are re-read in the
// background. Keyed by token rather than id, since hashing the token of every request would cost more than everything
// else.
import { LRUCache } from 'lru-cache'
import { createBatcher } from '#services/platform/process/batcher.ts'
import type { Session } from './session.ts'
import type { SessionsEnded } from './session-ends.ts'

/** Without a sign of life from Postgres for this long, sessions may have ended unheard. */
const HEARD_WITHIN_MS = 1_000
/**
 * How long an entry is trusted if ends may be missed. Tokens without a session are always looked up this often, because
 * nobody announces that a session begins.
 */
const MAX_AGE_MS = 1_000
/**
 * How long an entry is trusted while all ends are heard of. Changes made by hand, without a notification, are seen by
 * then.
 */
const HEARD_MAX_AGE_MS = 10_000
/**
 * Entries in use are re-read once they are half this old, all together: one row of many costs far less than a query for
 * one.
 */
const REFRESH_EVERY_MS = 200
/** How long after a request more of them are expected. */
const IN_USE_MS = 10_000
/** The most that are re-read, last used first, whatever tokens strangers try. */
const REFRESHED_MAX = 5_000
const ENTRIES_MAX = 50_000

/** `lastsMs`: time until it expires. */
export type Lasting = { readonly session: Session; readonly lastsMs: number }
type Read = (tokens: readonly string[]) => Promise<Map<string, Lasting>>

/** `account`: whose session it was when it was loaded; null if there was none. */
type Entry = {
  readonly account: string | null
  session: Session | null
  readAt: number
  expiresAt: number
  usedAt: number
  refreshing: boolean
}

export type SessionCache = {
  /** Does not wait; undefined if it has to be loaded. */
  get(token: string): Session | null | undefined
  /** The session as stored now. Makes one query at a time for all tokens requested meanwhile. */
  load(token: string): Promise<Session | null>
  /** Evicts sessions that may have ended; null: all. */
  evict(ended: SessionsEnded | null): void
  close(): void
}

/** Both times are monotonic milliseconds. `heardAt`: until then, `evict` has been told of all ends. */
export function createSessionCache(
  read: Read,
  now: () => number,
  heardAt: () => number = () => -Infinity,
): SessionCache {
  /** Tokens of entries by account, so that the end of one does not cost a walk over all sessions. */
  const tokensOf = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    dispose: ({ account }, token) => unname(token, account),
  })
  const refresher = setInterval(refresh, REFRESH_EVERY_MS)
  refresher.unref()
  /** For each read in progress, what has ended since it began: those sessions are not cached after it. */
  const underWay = new Set<{ anything: boolean; readonly accounts: Set<string> }>()

  const maxAgeMs = (at: number) => (at - heardAt() < HEARD_WITHIN_MS ? HEARD_MAX_AGE_MS : MAX_AGE_MS)

  /**
   * `keep` is not called for sessions that ended meanwhile: what was read serves the requests that came before the end,
   * and no later ones.
   */
  async function readThen(
    tokens: readonly string[],
    keep: (token: string, read: Pick<Entry, 'session' | 'readAt' | 'expiresAt'>) => void,
  ): Promise<Map<string, Lasting>> {
    const ended = { anything: false, accounts: new Set<string>() }
    underWay.add(ended)
    const readAt = now()
    try {
      const found = await read(tokens)
      for (const token of tokens) {
        const { session, lastsMs } = found.get(token) ?? { session: null, lastsMs: Infinity }
        if (ended.anything || (session !== null && ended.accounts.has(session.accountId))) continue
        keep(token, { session, readAt, expiresAt: readAt + lastsMs })
      }
      return found
    } finally {
      underWay.delete(ended)
    }
  }

  const loadTogether = createBatcher<string, Map<string, Lasting>>((tokens) =>
    readThen([...tokens], (token, found) => {
      const account = found.session?.accountId ?? null
      entries.set(token, { ...found, account, usedAt: found.readAt, refreshing: false })
      if (account === null) return
      const named = tokensOf.get(account)
      if (named === undefined) tokensOf.set(account, new Set([token]))
      else named.add(token)
    }),
  )

  function unname(token: string, account: string | null): void {
    if (account === null) return
    const tokens = tokensOf.get(account)
    tokens?.delete(token)
    if (tokens?.size === 0) tokensOf.delete(account)
  }

  function refresh(): void {
    const entriesInUse = inUse()
    if (entriesInUse.size === 0) return
    readThen([...entriesInUse.keys()], (token, found) => {
      const entry = entries.peek(token)
      // a request may have loaded it meanwhile
      if (entry !== undefined && entry.readAt < found.readAt) Object.assign(entry, found)
    })
      // they are re-read in the next round; if that fails too they expire, and a request gets the error
      .catch(() => {})
      .finally(() => {
        for (const entry of entriesInUse.values()) entry.refreshing = false
      })
  }

  /** Entries to be re-read, by token. */
  function inUse(): Map<string, Entry> {
    const found = new Map<string, Entry>()
    const at = now()
    const refreshedAfterMs = maxAgeMs(at) / 2
    let looked = 0
    // last used first
    for (const [token, entry] of entries.entries()) {
      if (at - entry.usedAt > IN_USE_MS || ++looked > REFRESHED_MAX) break
      if (entry.session === null || entry.refreshing || at - entry.readAt < refreshedAfterMs) continue
      entry.refreshing = true
      found.set(token, entry)
    }
    return found
  }

  return {
    get(token) {
      const entry = entries.get(token)
      if (entry === undefined) return undefined
      const at = now()
      entry.usedAt = at
      const { session, readAt, expiresAt } = entry
      const isFresh = at < expiresAt && at - readAt < (session === null ? MAX_AGE_MS : maxAgeMs(at))
      return isFresh ? session : undefined
    },
    load: async (token) => (await loadTogether([token])).get(token)?.session ?? null,
    evict(ended) {
      for (const one of underWay) {
        if (ended === null) one.anything = true
        else one.accounts.add(ended.account)
      }
      if (ended === null) return entries.clear()
      for (const token of [...(tokensOf.get(ended.account) ?? [])]) entries.delete(token)
    },
    close: () => clearInterval(refresher),
  }
}
