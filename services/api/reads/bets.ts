// Bets as the api shows them, from their read model.
import { LRUCache } from 'lru-cache'
import { eurosOf } from '#domain/money.ts'
import { type BetRow, betsPage, openBetCounts } from '#projections/bets/queries.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { Announcement } from '#projections/runner/announcement.ts'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { type BetCursor, type BetPage, createBetPages } from './bet-pages.ts'

export type BetReads = {
  /** A page of the account's own bets, as it is sent. */
  betsOf(account: string, cursor: BetCursor): Promise<BetPage>
  /** All bets, newest first, with the account that placed each. */
  page(offset: number, limit: number): Promise<{ bet: Bet; account: string }[]>
  /** How many open bets each fixture has. */
  openBetsByFixture(): Promise<Map<string, number>>
  /** Takes an announcement of the projector; null: some may have been missed. */
  projected(announcement: Announcement | null): void
}

export function createBetReads(db: Queries): BetReads {
  /** 'Home vs Away' by fixture: a fixture's teams never change. */
  const titles = new LRUCache<string, string>({ max: 20_000 })

  async function learnTitles(rows: readonly BetRow[]): Promise<void> {
    const wanted = new Set<string>()
    for (const { legs } of rows) for (const { fixture } of legs) if (!titles.has(fixture)) wanted.add(fixture)
    if (wanted.size === 0) return
    for (const { fixture, home, away } of await fixturesById(db, [...wanted])) titles.set(fixture, `${home} vs ${away}`)
  }

  async function shown(rows: readonly BetRow[]): Promise<Bet[]> {
    await learnTitles(rows)
    return rows.map((row) => betOf(row, (fixture) => titles.get(fixture) ?? ''))
  }

  const known = ({ legs }: BetRow) => legs.every(({ fixture }) => titles.has(fixture))
  const pages = createBetPages(db, async (rows) => {
    const bets = await shown(rows)
    return rows.map((row, at) => ({ row, bet: bets[at]!, final: known(row) }))
  })

  return {
    betsOf: pages.betsOf,
    async page(offset, limit) {
      const rows = await betsPage(db, offset, limit)
      return (await shown(rows)).map((bet, at) => ({ bet, account: rows[at]!.account }))
    },
    async openBetsByFixture() {
      return new Map((await openBetCounts(db)).map(({ fixture, bets }) => [fixture, bets]))
    },
    projected: pages.projected,
  }
}

function legsOf({ legs, graded }: BetRow, titleOf: (fixture: string) => string): BetLeg[] {
  return legs.map((leg, at) => {
    const grade = graded?.find((one) => one.leg === at)
    return {
      eventId: leg.fixture,
      sport_key: leg.league,
      gameTitle: titleOf(leg.fixture),
      marketName: leg.market,
      selection: leg.selectionName,
      price: Number(leg.odds),
      odds: Number(leg.odds),
      commence_time: leg.startsAt,
      status: grade?.grade ?? 'pending',
      void_reason: grade?.voidReason ?? null,
    }
  })
}

function betOf(row: BetRow, titleOf: (fixture: string) => string): Bet {
  const legs = legsOf(row, titleOf)
  const single = legs.length === 1 ? legs[0]! : null
  const struck = eurosOf(row.struckReturnCents)
  return {
    id: row.bet,
    game: single?.gameTitle ?? `${legs.length}-Leg Parlay`,
    bet_type: single?.marketName ?? 'parlay',
    selection: single?.selection ?? null,
    odd: Number(row.odds),
    bet_amount: eurosOf(row.stakeCents),
    potential_win: row.returnCents === null ? struck : eurosOf(row.returnCents),
    struck_potential_win: struck,
    status: row.status,
    is_parlay: single === null,
    legs: single === null ? legs : null,
    quote: single,
    event_id: single?.eventId ?? null,
    sport_key: single?.sport_key ?? null,
    commence_time: single?.commence_time ?? null,
    created_at: row.placedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
  }
}
