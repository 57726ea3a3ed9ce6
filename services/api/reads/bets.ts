// Bets from their read model, as the API shows them: a bettor's own pages, the texts of bets, and sums.
import { LRUCache } from 'lru-cache'
import { eurosOf } from '#domain/money.ts'
import {
  type BetFilter,
  type BetRow,
  type BetRowWithState,
  betsById,
  betTotals,
  bettorOf,
  openReturns,
} from '#projections/bets/queries.ts'
import { fixturesById, outcomesOf } from '#projections/fixtures/queries.ts'
import type { BetHistory, BetQuery, BetTotals, Performance } from '#services/contract/contract.ts'
import { groupsOf } from '#services/odds/catalog/catalog.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { Announcements } from './announcements.ts'
import { type BetCursor, type BetPage, createBetPages } from './bet-pages.ts'
import { type BetTexts, createBetTexts, type ShownBet } from './bet-texts.ts'
import { betHistory } from './own/bet-history.ts'
import { performanceOf } from './own/performance.ts'
import { betOf, couldReturnCents, fixturesAwaited, gameTitle, type KnownFixtures } from './shown-bet.ts'

const TITLES_MAX = 20_000

export type BetReads = {
  /** A page of the account's own bets, ready to be sent. */
  betsOf(account: string, cursor: BetCursor): Promise<BetPage>
  /** The same for bets that match a query. */
  betsWhere(account: string, cursor: BetCursor, query: BetQuery): Promise<BetPage>
  totals(account: string, query: BetQuery): Promise<BetTotals>
  performanceOf(account: string): Promise<Performance>
  /** Null if the account has no such bet. */
  historyOf(account: string, bet: string): Promise<BetHistory | null>
  readonly texts: BetTexts
  /** The account that placed a bet; null if there is no such bet. */
  accountOf(bet: string): Promise<string | null>
  /** Clears the caches: rows may have changed without any event. */
  clear(): void
}

export function createBetReads(db: Queries, announcements: Announcements): BetReads {
  /** 'Home vs Away' by fixture. A fixture's teams never change. */
  const titles = new LRUCache<string, string>({ max: TITLES_MAX })

  async function loadTitles(rows: readonly BetRow[]): Promise<void> {
    const missing = new Set<string>()
    for (const { legs } of rows) for (const { fixture } of legs) if (!titles.has(fixture)) missing.add(fixture)
    if (missing.size === 0) return
    for (const row of await fixturesById(db, [...missing])) titles.set(row.fixture, gameTitle(row))
  }

  async function outcomesOn(rows: readonly BetRow[]): Promise<Pick<KnownFixtures, 'outcomeOf'>> {
    const games = new Set(rows.flatMap(({ legs }) => legs.map(({ fixture }) => fixture)))
    const outcomes = await outcomesOf(db, [...games])
    return { outcomeOf: (fixture) => outcomes.get(fixture) ?? null }
  }

  async function show(rows: readonly BetRowWithState[]): Promise<ShownBet[]> {
    const [outcomes] = await Promise.all([outcomesOn(rows), loadTitles(rows)])
    const fixtures: KnownFixtures = { ...outcomes, titleOf: (fixture) => titles.get(fixture) ?? '' }
    return rows.map((row) => ({
      row,
      bet: betOf(row, fixtures),
      final: row.legs.every(({ fixture }) => titles.has(fixture)),
      waits: fixturesAwaited(row),
    }))
  }

  /** The most that the open bets can still return, in total. */
  async function openReturnOf(account: string, filter: BetFilter): Promise<number> {
    const { struckCents, decided } = await openReturns(db, account, filter)
    if (decided.length === 0) return struckCents
    const rows = await betsById(db, decided)
    const outcomes = await outcomesOn(rows)
    return rows.reduce((cents, row) => cents - row.struckReturnCents + couldReturnCents(row, outcomes), struckCents)
  }

  const texts = createBetTexts({ db, announcements, show })
  const pages = createBetPages({ db, texts, announcements })

  return {
    betsOf: pages.betsOf,
    betsWhere: (account, cursor, query) => pages.betsWhere(account, cursor, filterOf(query)),
    async totals(account, query) {
      const filter = filterOf(query)
      const [totals, openReturnCents] = await Promise.all([
        betTotals(db, account, filter),
        openReturnOf(account, filter),
      ])
      return {
        open: totals.open,
        openStake: eurosOf(totals.openStakeCents),
        openReturn: eurosOf(openReturnCents),
        settled: totals.settled,
        settledStake: eurosOf(totals.settledStakeCents),
        settledReturn: eurosOf(totals.settledReturnCents),
      }
    },
    performanceOf: (account) => performanceOf(db, account),
    historyOf: (account, bet) => betHistory(db, account, bet),
    texts,
    accountOf: (bet) => bettorOf(db, bet),
    clear() {
      pages.clear()
      texts.clear()
    },
  }
}

const filterOf = ({ sport, kind, status, since }: BetQuery): BetFilter => ({
  sports: sport === undefined ? null : groupsOf(sport),
  parlay: kind === undefined ? null : kind === 'parlay',
  status: status ?? null,
  since: since ?? null,
})
