// Games that wait for an admin: they have ended, or should have, and have an open bet that no score decides. Both the
// queue and the alert use this.
import { sql } from 'slonik'
import { z } from 'zod'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { eurosOf } from '#domain/money.ts'
import { gradeLeg, type StruckLeg } from '#domain/settlement/grade-leg.ts'
import { basisOf, marketOf } from '#domain/settlement/markets.ts'
import { outcomesOf } from '#projections/fixtures/queries.ts'
import { openFixtures } from '#projections/settlement/queries.ts'
import type { UndecidedFixtures } from '#services/contract/contract.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const PAGE_SIZE = 10
/** A game that has no result this long after its start is unlikely to get one by itself. */
const OVERDUE_MS = 6 * HOUR
const OverGame = z.object({
  fixture: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: z.date(),
  closedAt: z.date().nullable(),
  /** What open bets picked, according to the book's liability by outcome; empty if it has none. */
  picks: z.array(z.object({ market: z.string(), point: z.string(), selection: z.string() })),
})
type OverGame = z.infer<typeof OverGame>
/**
 * What open bets on a game picked. `at`: when the first of them was accepted. All of them were accepted before the end,
 * or all after it.
 */
const Picked = OverGame.pick({ fixture: true, league: true }).extend({
  market: z.string(),
  point: z.string().nullable(),
  selection: z.string(),
  drawOffered: z.boolean(),
  name: z.string(),
  at: z.date(),
  bets: z.number(),
  stakeCents: z.number(),
})
type Picked = z.infer<typeof Picked>

type Undecided = UndecidedFixtures['events'][number]['selections'][number]
/** `outcome`: null while the game has none. */
type UndecidedGame = { readonly game: OverGame; readonly outcome: FixtureOutcome | null }
type Outcomes = ReadonlyMap<string, FixtureOutcome>

/**
 * Oldest first. Leaves out games whose open bets are all decided as far as this game goes and wait only for other
 * games. Bets are read only for games whose outcome may leave a pick undecided: there are few, however many games are
 * over.
 */
export async function undecidedGames(db: Queries, now: Date): Promise<readonly UndecidedGame[]> {
  const over = await gamesOver(db, now)
  const outcomes = await outcomesOf(
    db,
    over.map(({ fixture }) => fixture),
  )
  const doubtful = over.filter((game) => {
    const outcome = outcomes.get(game.fixture)
    return outcome !== undefined && mayBeUndecided(game, outcome)
  })
  const undecided = new Set((await undecidedPicks(db, doubtful, outcomes)).map(({ fixture }) => fixture))
  return over
    .map((game) => ({ game, outcome: outcomes.get(game.fixture) ?? null }))
    .filter(({ game, outcome }) => outcome === null || undecided.has(game.fixture))
}

/** One page of the queue. */
export async function undecidedFixtures(db: Queries, now: Date, page: number): Promise<UndecidedFixtures> {
  const games = await undecidedGames(db, now)
  const shown = games.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const outcomes = new Map(shown.flatMap(({ game, outcome }) => (outcome === null ? [] : [[game.fixture, outcome]])))
  const picks = Map.groupBy(
    await undecidedPicks(
      db,
      shown.map(({ game }) => game),
      outcomes,
    ),
    ({ fixture }) => fixture,
  )
  const events = shown.map(({ game: { fixture, league, home, away, startsAt }, outcome }) => {
    const result = outcome?.kind === 'result' ? outcome : null
    return {
      eventId: fixture,
      league_key: league,
      home_team: home,
      away_team: away,
      commence_time: startsAt.toISOString(),
      score: result?.score ?? null,
      regulation: result?.regulation ?? null,
      selections: (picks.get(fixture) ?? []).map((row) => selectionOf(row, outcome)),
    }
  })
  return { events, total: games.length, page, pageSize: PAGE_SIZE }
}

/** Games that are over and have open bets, oldest first. */
const gamesOver = (db: Queries, now: Date): Promise<readonly OverGame[]> =>
  db.any(sql.type(OverGame)`
    select f.fixture_id as fixture, f.league, home, away, starts_at as "startsAt", closed_at as "closedAt",
      coalesce((
        select json_agg(json_build_object('market', market, 'point', point, 'selection', selection))
        from app.liability l where l.fixture_id = f.fixture_id
      ), '[]') as picks
    from (${openFixtures}) open join app.fixture f on f.fixture_id = open.fixture_id
    where f.closed_at is not null or f.starts_at < ${new Date(now.getTime() - OVERDUE_MS).toISOString()}::timestamptz
    order by starts_at, f.fixture_id`)

/** Earlier than any end: the book does not say when a bet was accepted, nor whether a draw was on offer. */
const EARLY = ''

function mayBeUndecided({ fixture, league, picks }: OverGame, outcome: FixtureOutcome): boolean {
  const isUndecided = (pick: OverGame['picks'][number], drawOffered: boolean) =>
    gradeLeg(legOf({ ...pick, fixture, league, point: pick.point || null, drawOffered }), EARLY, outcome) === null
  return picks.length === 0 || picks.some((pick) => isUndecided(pick, true) || isUndecided(pick, false))
}

/** Picks of open bets on these games that `outcomes` leave undecided. */
async function undecidedPicks(db: Queries, games: readonly OverGame[], outcomes: Outcomes): Promise<readonly Picked[]> {
  if (games.length === 0) return []
  const picked = await pickedOn(
    db,
    games.map(({ fixture }) => fixture),
  )
  return picked.filter((row) => {
    const outcome = outcomes.get(row.fixture)
    return outcome === undefined || gradeLeg(legOf(row), row.at.toISOString(), outcome) === null
  })
}

const pickedOn = (db: Queries, fixtures: readonly string[]): Promise<readonly Picked[]> =>
  db.any(sql.type(Picked)`
    select f.fixture_id as fixture, f.league, picked.*
    from app.fixture f cross join lateral (
      select leg.market, leg.point, leg.selection, coalesce(leg."drawOffered", false) as "drawOffered",
        min(leg."selectionName") as name,
        min(placed_at) as at, count(*) as bets, sum(stake_cents)::bigint as "stakeCents"
      from app.open_leg o join app.bet b on b.bet_id = o.bet_id cross join json_to_record(b.legs -> o.leg::int)
        as leg (market text, point text, selection text, "selectionName" text, "drawOffered" boolean)
      where o.fixture_id = f.fixture_id
      group by 1, 2, 3, 4, coalesce(placed_at < f.closed_at, true)
    ) picked
    where f.fixture_id = any(${sql.array(fixtures, 'text')})
    order by f.fixture_id, market, point, selection`)

/** Makes a leg as `struckLeg` would. The odds do not matter here. */
const legOf = (
  row: Pick<Picked, 'fixture' | 'league' | 'market' | 'point' | 'selection' | 'drawOffered'>,
): StruckLeg => {
  const { fixture, league, market, point, selection, drawOffered } = row
  const leg = { fixture, market, selection, drawOffered, odds: '1', basis: basisOf(league, market, drawOffered) }
  return point === null ? leg : { ...leg, point }
}

function selectionOf(row: Picked, outcome: FixtureOutcome | null): Undecided {
  const { market, selection, point, name, bets, stakeCents } = row
  return {
    market,
    selection,
    ...(point === null ? {} : { point: Number(point) }),
    name,
    reason: reasonOf(legOf(row), outcome),
    bets,
    stakes: eurosOf(stakeCents),
  }
}

function reasonOf({ market, basis }: StruckLeg, outcome: FixtureOutcome | null): Undecided['reason'] {
  if (outcome === null || outcome.kind === 'running') return 'no_result'
  if (basis === 'by-hand') return 'by_hand'
  return marketOf(market)?.period === null ? 'regulation_unknown' : 'period_unknown'
}
