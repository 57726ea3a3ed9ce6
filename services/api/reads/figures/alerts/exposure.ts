// Outcomes whose exposure reached a limit, and open bets with a big stake.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Leg } from '#domain/bet/bet-events.ts'
import { eurosOf } from '#domain/money.ts'
import { countExposures, type LiabilityRow, liabilityRows } from '#projections/book/queries.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { Alert } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { erasedName } from '../../customers/erased-name.ts'
import { gameTitle, parlayName } from '../../shown-bet.ts'
import { shownOutcome } from '../liability.ts'

/** How many of each kind are listed, largest first. */
const LISTED = 20

export type Many = { readonly alerts: Alert[]; readonly total: number }

export async function exposureAlerts(db: Queries, boundCents: number): Promise<Many> {
  const [rows, total] = await Promise.all([
    liabilityRows(db, { exposureCents: boundCents }, null, LISTED),
    countExposures(db, boundCents),
  ])
  const alerts = rows.map(async (row): Promise<Alert> => {
    const { eventId, market, name, exposure } = shownOutcome(row)
    const id = `exposure ${[row.fixture, row.market, row.point, row.selection].join(' ')}`
    const since = await exposedSince(db, row, boundCents)
    return { kind: 'exposure', id, since, eventId, game: gameTitle(row), market, name, exposure }
  })
  return { alerts: await Promise.all(alerts), total }
}

const Since = z.object({ since: z.date().nullable() })

/** When the bets that are open now reached the limit, in the order in which they were placed. */
async function exposedSince(
  db: Queries,
  { fixture, market, point, selection }: LiabilityRow,
  boundCents: number,
): Promise<string | null> {
  const { since } = await db.one(sql.type(Since)`
    select min(placed_at) as since from (
      select b.placed_at, sum(b.struck_return_cents) over (order by b.number) as pays
      from app.open_leg o join app.bet b on b.bet_id = o.bet_id
      where o.fixture_id = ${fixture} and b.legs -> o.leg::integer ->> 'market' = ${market}
        and coalesce(b.legs -> o.leg::integer ->> 'point', '') = ${point}
        and b.legs -> o.leg::integer ->> 'selection' = ${selection}) placed
    where pays >= ${boundCents}`)
  return since?.toISOString() ?? null
}

const BigBet = z.object({
  bet: z.string(),
  account: z.string(),
  username: z.string().nullable(),
  placedAt: z.date(),
  stakeCents: z.number(),
  legs: z.custom<readonly Leg[]>(),
})

export async function bigStakeAlerts(db: Queries, bigStakeCents: number): Promise<Many> {
  const isBig = sql.fragment`b.status = 'pending' and b.stake_cents >= ${bigStakeCents}`
  const [bets, total] = await Promise.all([
    db.any(sql.type(BigBet)`
      select b.bet_id as bet, b.account_id as account, i.username, placed_at as "placedAt",
        stake_cents as "stakeCents", legs
      from app.bet b left join app.identity i on i.account_id = b.account_id
      where ${isBig} order by stake_cents desc, number desc limit ${LISTED}`),
    db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from app.bet b where ${isBig}`),
  ])
  const games = await fixturesById(
    db,
    bets.flatMap(({ legs }) => (legs.length === 1 ? legs[0]!.fixture : [])),
  )
  const titles = new Map(games.map((game) => [game.fixture, gameTitle(game)]))
  const alerts = bets.map(
    ({ bet, account, username, placedAt, stakeCents, legs }): Alert => ({
      kind: 'big-stake',
      id: `big-stake ${bet}`,
      since: placedAt.toISOString(),
      bet,
      userId: account,
      username: username ?? erasedName(account),
      stake: eurosOf(stakeCents),
      name: legs.length === 1 ? legs[0]!.selectionName : parlayName(legs),
      game: legs.length === 1 ? (titles.get(legs[0]!.fixture) ?? null) : null,
    }),
  )
  return { alerts, total }
}
