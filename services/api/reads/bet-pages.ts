// An account's own bets as they are sent: pages kept as bytes for as long as nothing of the account changes, and made of
// texts of single bets, so that one more bet costs one more text. Its order: the open bets, then the settled ones, each the
// newest first.
import { LRUCache } from 'lru-cache'
import { type BetRowWithState, betStates, betsById, placeOfBet } from '#projections/bets/queries.ts'
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Bet } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { CachedReply } from '../http/replies/cached-reply.ts'

/** Open bets are all on the first page, but for accounts that have a great many; settled ones come by and by. */
export const OPEN_PER_PAGE = 500
export const SETTLED_PER_PAGE = 50

export type BetList = 'open' | 'settled'
/** A page begins behind the bet `before`, in the list where it was (`list`) or, without that, where it is now. */
export type BetCursor = { readonly before: string | null; readonly list: BetList | null }
/** `next`: the page after it, null where it is the last. */
export type BetPage = { readonly reply: CachedReply; readonly next: BetCursor | null }

/** A bet as it is shown. `final`: the same row is never shown otherwise. */
type Shown = { readonly row: BetRowWithState; readonly bet: Bet; readonly final: boolean }

export type BetPages = {
  /** Shows every write that was announced before it is called; an empty page where the account has no bet `before`. */
  betsOf(account: string, cursor: BetCursor): Promise<BetPage>
  /** Takes an announcement of the projector; null: some may have been missed. */
  projected(announcement: Announcement | null): void
}

/** `heard`: how many announcements had come when its rows were asked for. `at`: when that was, in milliseconds. */
type CachedPage = { readonly heard: number; readonly at: number; readonly making: Promise<Made>; made: Made | null }
/** `states`: of its bets, in their order. Not `final`: something was not known yet that any event may bring. */
type Made = { readonly page: BetPage; readonly states: readonly string[]; readonly final: boolean }

const TEXTS_MAX_BYTES = 32 * 2 ** 20
const PAGES_MAX_BYTES = 32 * 2 ** 20
/** Beside its bytes: what is compressed of them, its states, its promise. */
const pageBytes = ({ page, states }: Made): number => page.reply.bytes.length * 1.5 + states.length * 100 + 1_000
const ACCOUNTS_MAX = 50_000
/** A connection that brings no announcements any more is noticed after many seconds. */
const MAX_AGE_MS = 2_000
const NONE = { before: -1, limit: 0 }

/** `now`: monotonic milliseconds, for tests. */
export function createBetPages(
  db: Queries,
  show: (rows: readonly BetRowWithState[]) => Promise<Shown[]>,
  now: () => number = () => performance.now(),
): BetPages {
  /** By state: JSON of the bet. */
  const texts = new LRUCache<string, string>({ maxSize: TEXTS_MAX_BYTES, sizeCalculation: (text) => text.length + 200 })
  const pages = new LRUCache<string, CachedPage>({
    maxSize: PAGES_MAX_BYTES,
    sizeCalculation: ({ made }) => (made === null ? 1_000 : Math.ceil(pageBytes(made))),
  })
  /** Announcements so far; the last that named an account; the last that concerned all, or accounts forgotten here. */
  let heard = 0
  let heardOfAll = 0
  const heardOf = new LRUCache<string, number>({
    max: ACCOUNTS_MAX,
    dispose: (at, _account, reason) => {
      if (reason === 'evict') heardOfAll = Math.max(heardOfAll, at)
    },
  })

  function projected(announcement: Announcement | null): void {
    heard += 1
    if (announcement === null || announcement.rebuilt) {
      pages.clear()
      texts.clear()
    }
    if (announcement === null || 'all' in announcement) heardOfAll = heard
    else for (const account of announcement.accounts) heardOf.set(account, heard)
  }

  const isCurrent = (account: string, kept: CachedPage): boolean =>
    kept.heard >= heardOfAll && kept.heard >= (heardOf.get(account) ?? 0) && now() - kept.at < MAX_AGE_MS

  /**
   * A read waits, where it must see a write, until the write's announcement was heard. What was asked for after that shows
   * the write, so whoever comes while a page is being made, and nothing of the account was announced since, may have it.
   */
  async function betsOf(account: string, cursor: BetCursor): Promise<BetPage> {
    const key = `${account} ${cursor.list ?? ''} ${cursor.before ?? ''}`
    const before = pages.get(key)
    if (before !== undefined && isCurrent(account, before)) {
      const nothingSince = before.heard === heard
      const { page, final } = before.made ?? (await before.making)
      if (final || nothingSince) return page
    }
    const kept: CachedPage = { heard, at: now(), making: make(account, cursor, before?.made ?? null), made: null }
    pages.set(key, kept)
    try {
      kept.made = await kept.making
      // with the room that it takes now: of the same object the cache would not look again
      if (pages.peek(key) === kept) pages.set(key, { ...kept })
      return kept.made.page
    } catch (error) {
      if (pages.peek(key) === kept) pages.delete(key)
      throw error
    }
  }

  async function make(account: string, cursor: BetCursor, before: Made | null): Promise<Made> {
    const found = await statesOf(account, cursor)
    const states = [...found.open.slice(0, OPEN_PER_PAGE), ...found.settled.slice(0, SETTLED_PER_PAGE)]
    const next = nextOf(found)
    const same = before?.final === true && before.states.length === states.length
    if (same && states.every((state, at) => state === before.states[at])) {
      return { ...before, page: { reply: before.page.reply, next } }
    }
    const { text, final } = await write(states)
    return { page: { reply: new CachedReply(text), next }, states, final }
  }

  /** One more of each list than the page holds, to see whether another follows. */
  async function statesOf(account: string, { before, list }: BetCursor) {
    const place = before === null ? null : await placeOfBet(db, account, before)
    if (before !== null && place === null) return { open: [], settled: [] }
    const isOpen = list === null ? place === null || place.open : list === 'open'
    const number = place?.number ?? null
    const found = await betStates(db, account, {
      open: isOpen ? { before: number, limit: OPEN_PER_PAGE + 1 } : NONE,
      settled: { before: isOpen ? null : number, limit: SETTLED_PER_PAGE + 1 },
    })
    return found.open.length > OPEN_PER_PAGE ? { open: found.open, settled: [] } : found
  }

  /** A bet that changed since its state was read is shown as it is now. */
  async function write(states: readonly string[]): Promise<{ text: string; final: boolean }> {
    const known = new Map<string, string>()
    for (const state of states) {
      const text = texts.get(state)
      if (text !== undefined) known.set(betIn(state), text)
    }
    const missing = states.map(betIn).filter((bet) => !known.has(bet))
    let allFinal = true
    for (const { row, bet, final } of missing.length === 0 ? [] : await show(await betsById(db, missing))) {
      const text = JSON.stringify(bet)
      known.set(row.bet, text)
      if (final) texts.set(row.state, text)
      else allFinal = false
    }
    return { text: `[${states.flatMap((state) => known.get(betIn(state)) ?? []).join(',')}]`, final: allFinal }
  }

  return { betsOf, projected }
}

const betIn = (state: string): string => state.slice(0, state.indexOf(' '))

function nextOf({ open, settled }: { open: readonly string[]; settled: readonly string[] }): BetCursor | null {
  if (open.length > OPEN_PER_PAGE) return { before: betIn(open[OPEN_PER_PAGE - 1]!), list: 'open' }
  if (settled.length > SETTLED_PER_PAGE) return { before: betIn(settled[SETTLED_PER_PAGE - 1]!), list: 'settled' }
  return null
}
