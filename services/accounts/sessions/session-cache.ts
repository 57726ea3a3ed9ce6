// Sessions in memory, by token: each until it ends, which this process is told of and evicts it at once, and for as long as it is
// sure to be told; else for at most a second. Read again in the background while it is in use. By token rather than id, since
// hashing the token of every request would cost more than all else.
import { LRUCache } from 'lru-cache'
import { createBatcher } from '#services/platform/process/batcher.ts'
import type { Session } from './session.ts'
import type { SessionsEnded } from './session-ends.ts'

/** Without word from Postgres for so long, nobody knows what has ended since. */
const HEARD_WITHIN_MS = 1_000
/** Of what was not heard of. What has no session is asked for as often: nobody tells of a beginning. */
const MAX_AGE_MS = 1_000
/** While all ends are heard of: what somebody changes by hand, without a notification, is seen by then. */
const HEARD_MAX_AGE_MS = 10_000
/** Entries in use are read again from half their age on, all together: one row of many costs far less than a query for one. */
const REFRESH_EVERY_MS = 200
/** So long after a request more of them are expected. */
const IN_USE_MS = 10_000
/** The last ones used, whatever tokens strangers try. */
const REFRESHED_MAX = 5_000
const ENTRIES_MAX = 50_000

/** `lastsMs`: until it expires. */
export type Lasting = { readonly session: Session; readonly lastsMs: number }
type Read = (tokens: readonly string[]) => Promise<Map<string, Lasting>>

/** `account`: whose session it was when it was loaded; null where there was none. */
type Entry = {
  readonly account: string | null
  session: Session | null
  readAt: number
  expiresAt: number
  usedAt: number
  refreshing: boolean
}

export type SessionCache = {
  /** Without waiting; undefined if it has to be loaded. */
  get(token: string): Session | null | undefined
  /** As stored now. One query at a time for all tokens requested meanwhile. */
  load(token: string): Promise<Session | null>
  /** Evicts what has ended; null: everything. */
  evict(ended: SessionsEnded | null): void
  close(): void
}

/** In monotonic milliseconds, both. `heardAt`: all ends until then were told of to `evict`. */
export function createSessionCache(
  read: Read,
  now: () => number,
  heardAt: () => number = () => -Infinity,
): SessionCache {
  /** By account, the tokens of entries: an end must not cost what all sessions do. */
  const tokensOf = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    dispose: ({ account }, token) => unname(token, account),
  })
  const refresher = setInterval(refresh, REFRESH_EVERY_MS)
  refresher.unref()
  /** What ended since each read that is under way began: it is not cached after that. */
  const underWay = new Set<{ anything: boolean; readonly accounts: Set<string> }>()

  const maxAgeMs = (at: number) => (at - heardAt() < HEARD_WITHIN_MS ? HEARD_MAX_AGE_MS : MAX_AGE_MS)

  /** `keep` is not called for what ended meanwhile: what was read serves the requests that came before, and no later one. */
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
    const refreshedAfterMs = maxAgeMs(at) / 2
    let looked = 0
    // the last used first
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
