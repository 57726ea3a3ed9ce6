// Bets from their read model, as the api shows them: own pages, their texts, and how many are open.
import { LRUCache } from 'lru-cache'
import { type BetRow, type BetRowWithState, bettorOf } from '#projections/bets/queries.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { Announcements } from './announcements.ts'
import { type BetCursor, type BetPage, createBetPages } from './bet-pages.ts'
import { type BetTexts, createBetTexts, type ShownBet } from './bet-texts.ts'
import { betOf } from './shown-bet.ts'

const TITLES_MAX = 20_000

export type BetReads = {
  /** A page of the account's own bets, as it is sent. */
  betsOf(account: string, cursor: BetCursor): Promise<BetPage>
  readonly texts: BetTexts
  /** The account that placed a bet; null where there is no such bet. */
  accountOf(bet: string): Promise<string | null>
  /** Rows may have changed without any event. */
  clear(): void
}

export function createBetReads(db: Queries, announcements: Announcements): BetReads {
  /** 'Home vs Away' by fixture: a fixture's teams never change. */
  const titles = new LRUCache<string, string>({ max: TITLES_MAX })

  async function loadTitles(rows: readonly BetRow[]): Promise<void> {
    const missing = new Set<string>()
    for (const { legs } of rows) for (const { fixture } of legs) if (!titles.has(fixture)) missing.add(fixture)
    if (missing.size === 0) return
    for (const { fixture, home, away } of await fixturesById(db, [...missing]))
      titles.set(fixture, `${home} vs ${away}`)
  }

  async function show(rows: readonly BetRowWithState[]): Promise<ShownBet[]> {
    await loadTitles(rows)
    return rows.map((row) => ({
      row,
      bet: betOf(row, (fixture) => titles.get(fixture) ?? ''),
      final: row.legs.every(({ fixture }) => titles.has(fixture)),
    }))
  }

  const texts = createBetTexts(db, show)
  const pages = createBetPages({ db, texts, announcements })

  return {
    betsOf: pages.betsOf,
    texts,
    accountOf: (bet) => bettorOf(db, bet),
    clear() {
      pages.clear()
      texts.clear()
    },
  }
}
