// An account's own bets as they are sent: pages cached as bytes until something of the account changes, or a fixture
// with a leg that has not counted so far. Order: open bets, newest first, then settled ones, last settled first.
import { LRUCache } from 'lru-cache'
import { type BetFilter, type BetRanges, betStates, betStatesWhere, placeOfBet } from '#projections/bets/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { CachedReply } from '../http/replies/cached-reply.ts'
import { type Announcements, TRUSTED_MS } from './announcements.ts'
import { type BetTexts, betIn } from './bet-texts.ts'

/** All open bets are on the first page, unless there are very many; settled ones come in smaller pages. */
const OPEN_PER_PAGE = 500
const SETTLED_PER_PAGE = 50

export type BetList = 'open' | 'settled'
/**
 * The page begins after the bet `before`, in the list that it was in then (`list`), or, without that, in the list that
 * it is in now.
 */
export type BetCursor = { readonly before: string | null; readonly list: BetList | null }
/** `next`: the following page; null if this is the last. */
export type BetPage = { readonly reply: CachedReply; readonly next: BetCursor | null }

export type BetPages = {
  /** Shows every write that was announced before the call. The page is empty if the account has no bet `before`. */
  betsOf(account: string, cursor: BetCursor): Promise<BetPage>
  /** The same for bets that match the filter; these pages are not cached. */
  betsWhere(account: string, cursor: BetCursor, filter: BetFilter): Promise<BetPage>
  clear(): void
}

/** `states`: of the page's bets, in their order. `final`, `waits`: as in `BetTexts`. */
type Made = {
  readonly page: BetPage
  readonly states: readonly string[]
  readonly final: boolean
  readonly waits: ReadonlySet<string>
}
/** `heard`: number of announcements before its rows were read. `at`: when they were read, in monotonic milliseconds. */
type CachedPage = { readonly heard: number; readonly at: number; readonly making: Promise<Made>; made: Made | null }

const MAX_BYTES = 32 * 2 ** 20
/** An estimate in bytes: the JSON and its compressed forms, the states, and what is awaited. */
const sizeOf = ({ page, states, waits }: Made): number =>
  page.reply.bytes.length * 1.5 + states.length * 100 + waits.size * 100 + 1_000
const NONE = { before: -1, limit: 0 }

type Deps = {
  readonly db: Queries
  readonly texts: BetTexts
  readonly announcements: Announcements
  /** Monotonic milliseconds, for tests. */
  readonly now?: () => number
}

export function createBetPages({ db, texts, announcements, now = () => performance.now() }: Deps): BetPages {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ made }) => (made === null ? 1_000 : Math.ceil(sizeOf(made))),
  })

  const isCurrent = (account: string, cached: CachedPage): boolean =>
    cached.heard >= announcements.lastOf(account) && now() - cached.at < TRUSTED_MS

  /**
   * Requests that arrive while a page is being made share it, unless something about the account was announced since.
   */
  async function betsOf(account: string, cursor: BetCursor): Promise<BetPage> {
    const key = `${account} ${cursor.list ?? ''} ${cursor.before ?? ''}`
    const before = pages.get(key)
    if (before !== undefined && isCurrent(account, before)) {
      const nothingSince = before.heard === announcements.count
      const { page, final, waits } = before.made ?? (await before.making)
      if ((final && !announcements.anyOf(waits, before.heard)) || nothingSince) return page
    }
    const making = make(account, cursor, before ?? null)
    const cached: CachedPage = { heard: announcements.count, at: now(), making, made: null }
    pages.set(key, cached)
    try {
      cached.made = await making
      // set again, so that the cache knows its size
      if (pages.peek(key) === cached) pages.set(key, { ...cached })
      return cached.made.page
    } catch (error) {
      if (pages.peek(key) === cached) pages.delete(key)
      throw error
    }
  }

  async function make(account: string, cursor: BetCursor, cached: CachedPage | null): Promise<Made> {
    const before = cached?.made ?? null
    const { states, next } = await statesOf(account, cursor, null)
    const nothingNew = before?.final === true && !announcements.anyOf(before.waits, cached!.heard)
    const same = nothingNew && before.states.length === states.length
    if (same && states.every((state, at) => state === before.states[at])) {
      return { ...before, page: { reply: before.page.reply, next } }
    }
    return write(states, next)
  }

  async function write(states: readonly string[], next: BetCursor | null): Promise<Made> {
    const { byBet, final, waits } = await texts.read(states)
    const json = `[${states.flatMap((state) => byBet.get(betIn(state)) ?? []).join(',')}]`
    return { page: { reply: new CachedReply(json), next }, states, final, waits }
  }

  async function betsWhere(account: string, cursor: BetCursor, filter: BetFilter): Promise<BetPage> {
    const { states, next } = await statesOf(account, cursor, filter)
    return (await write(states, next)).page
  }

  /** Reads one more of each list than a page holds, to see whether another page follows. */
  async function statesOf(account: string, { before, list }: BetCursor, filter: BetFilter | null) {
    const place = before === null ? null : await placeOfBet(db, account, before)
    if (before !== null && place === null) return { states: [], next: null }
    const isOpen = list === null ? place === null || place.settledNumber === null : list === 'open'
    const ranges: BetRanges = {
      open: isOpen ? { before: place?.number ?? null, limit: OPEN_PER_PAGE + 1 } : NONE,
      settled: { before: isOpen ? null : (place?.settledNumber ?? null), limit: SETTLED_PER_PAGE + 1 },
    }
    const found = await (filter === null ? betStates(db, account, ranges) : betStatesWhere(db, account, ranges, filter))
    const open = found.open.slice(0, OPEN_PER_PAGE)
    const settled = found.open.length > OPEN_PER_PAGE ? [] : found.settled.slice(0, SETTLED_PER_PAGE)
    return { states: [...open, ...settled], next: nextOf(found) }
  }

  return { betsOf, betsWhere, clear: () => pages.clear() }
}

function nextOf({ open, settled }: { open: readonly string[]; settled: readonly string[] }): BetCursor | null {
  if (open.length > OPEN_PER_PAGE) return { before: betIn(open[OPEN_PER_PAGE - 1]!), list: 'open' }
  if (settled.length > SETTLED_PER_PAGE) return { before: betIn(settled[SETTLED_PER_PAGE - 1]!), list: 'settled' }
  return null
}
