// The newest bets, as the ticker shows them.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Leg } from '#domain/bet/bet-events.ts'
import { eurosOf } from '#domain/money.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { TickerBet } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { erasedName } from '../customers/erased-name.ts'
import { gameTitle } from '../shown-bet.ts'

/** How many bets are shown; earlier ones are in the list of bets. */
const TICKER_SIZE = 50

const Row = z.object({
  bet: z.string(),
  number: z.number(),
  placedAt: z.date(),
  account: z.string(),
  username: z.string().nullable(),
  stakeCents: z.number(),
  odds: z.string(),
  returnCents: z.number(),
  legs: z.custom<readonly Leg[]>(),
})

/** Bets after a ledger number, newest first; if there are many, only the newest. */
export async function newestBets(db: Queries, after: number, bigStakeCents: number): Promise<TickerBet[]> {
  const rows = await db.any(sql.prepared('newest bets', Row)`
    select b.bet_id as bet, number, placed_at as "placedAt", b.account_id as account, i.username,
      stake_cents as "stakeCents", odds, struck_return_cents as "returnCents", legs
    from (select * from app.bet where number > ${after} order by number desc limit ${TICKER_SIZE}) b
      left join app.identity i on i.account_id = b.account_id
    order by number desc`)
  const fixtures = new Set(rows.flatMap(({ legs }) => legs.map(({ fixture }) => fixture)))
  const games = fixtures.size === 0 ? [] : await fixturesById(db, [...fixtures])
  const titles = new Map(games.map((game) => [game.fixture, gameTitle(game)]))
  return rows.map(({ bet, number, placedAt, account, username, stakeCents, odds, returnCents, legs }) => ({
    id: bet,
    number,
    at: placedAt.toISOString(),
    userId: account,
    username: username ?? erasedName(account),
    stake: eurosOf(stakeCents),
    odds: Number(odds),
    potentialWin: eurosOf(returnCents),
    legs: legs.map(({ fixture, market, selectionName, inPlay = false }) => ({
      eventId: fixture,
      // the read model of games may be a moment behind that of bets
      game: titles.get(fixture) ?? '',
      market,
      selection: selectionName,
      inPlay,
    })),
    isBig: stakeCents >= bigStakeCents,
  }))
}
