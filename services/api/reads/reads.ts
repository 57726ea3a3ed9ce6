// Everything that the routes read. Reads never touch the event store.
import type { Settings } from '#domain/desk/settings.ts'
import type { Announcement } from '#projections/runner/announcement.ts'
import type {
  DayResults,
  DeskFindings,
  DeskRules,
  FixturePairs,
  PriceHistory,
  SportFamily,
  Statement,
  StatementQuery,
} from '#services/contract/contract.ts'
import type { QuoteBoard, Selection } from '#services/odds/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { Announcements } from './announcements.ts'
import { createDeskBetReads, type DeskBetReads } from './back-office/bet-list.ts'
import { findForDesk } from './back-office/find-desk.ts'
import { deskRules } from './back-office/rules.ts'
import { type BetReads, createBetReads } from './bets.ts'
import { createDashboardPages, type DashboardPages } from './dashboard-pages.ts'
import { fixturePairs } from './fixture-pairs.ts'
import { createOfferReads, type OfferReads } from './offer.ts'
import { readStatement } from './own/statement.ts'
import { createPeopleReads, type PeopleReads } from './people.ts'
import { priceHistory } from './sports/price-history.ts'
import { resultsOf } from './sports/results.ts'

export type Reads = {
  readonly bets: BetReads
  readonly people: PeopleReads
  readonly dashboard: DashboardPages
  readonly deskBets: DeskBetReads
  /** Searches everything for what an admin typed. */
  findForDesk(typed: string): Promise<DeskFindings>
  /** One page of the queue of games that may be duplicates. */
  fixturePairs(page: number): Promise<FixturePairs>
  readonly offer: OfferReads
  /** The desk's rules. `inForce`: the settings as this process has them. */
  deskRules(inForce: Settings): Promise<Omit<DeskRules, 'mayChangeSettings'>>
  /** One page of the lines of an account. */
  statement(account: string, query: StatementQuery): Promise<Statement>
  /** How the games of a day ended, without those of hidden leagues. */
  resultsOf(day: string): Promise<DayResults>
  /** The recorded prices of an outcome. */
  pricesOf(selection: Selection): Promise<PriceHistory>
  /** Handles an announcement of the projector; null: some may have been missed. */
  projected(announcement: Announcement | null): void
  /** Something about this account changed without an event. */
  personChanged(account: string): void
}

type Offered = { readonly board: QuoteBoard; readonly catalog: readonly SportFamily[]; businessNow(): Date }

export function createReads(db: Queries, { board, catalog, businessNow }: Offered): Reads {
  const announcements = new Announcements()
  const bets = createBetReads(db, announcements)
  const dashboard = createDashboardPages({ db, texts: bets.texts, announcements })
  return {
    bets,
    people: createPeopleReads(db),
    dashboard,
    deskBets: createDeskBetReads(db, bets.texts),
    findForDesk: (typed) => findForDesk(db, typed, businessNow()),
    fixturePairs: (page) => fixturePairs(db, page),
    statement: (account, query) => readStatement(db, account, query),
    deskRules: (inForce) => deskRules(db, inForce),
    offer: createOfferReads(db, board, catalog, businessNow),
    resultsOf: (day) => resultsOf(db, board, day),
    pricesOf: (selection) => priceHistory(db, selection),
    personChanged: (account) => announcements.addAccount(account),
    projected(announcement) {
      announcements.add(announcement)
      if (announcement !== null && !announcement.rebuilt) return
      bets.clear()
      dashboard.clear()
    },
  }
}
