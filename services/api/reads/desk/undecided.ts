// Games that wait for an admin: they have ended, or should have, and an open bet on them is left undecided. The queue and the alert
// both say what is found here.
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
/** A game that has no result so long after its start will hardly get one by itself. */
const OVERDUE_MS = 6 * HOUR
/** What open bets on a game have picked; `at`: when the first of them was accepted, all before the end or all after it. */
const Picked = z.object({
  fixture: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: z.date(),
  closedAt: z.date().nullable(),
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
type UndecidedGame = {
  readonly game: Pick<Picked, 'fixture' | 'league' | 'home' | 'away' | 'startsAt' | 'closedAt'>
  readonly outcome: FixtureOutcome | null
  readonly selections: Undecided[]
}

/** The oldest first. A game of which every open bet is decided, and waits for other games alone, is not among them. */
export async function undecidedGames(db: Queries, now: Date): Promise<readonly UndecidedGame[]> {
  const picked = await pickedOnGamesOver(db, now)
  const outcomes = await outcomesOf(db, [...new Set(picked.map(({ fixture }) => fixture))])
  const games = new Map<string, UndecidedGame>()
  for (const row of picked) {
    const outcome = outcomes.get(row.fixture) ?? null
    const leg = legOf(row)
    if (outcome !== null && gradeLeg(leg, row.at.toISOString(), outcome) !== null) continue
    const game = games.get(row.fixture) ?? { game: row, outcome, selections: [] }
    game.selections.push(shown(row, reasonOf(leg, outcome)))
    games.set(row.fixture, game)
  }
  return [...games.values()]
}

/** A page of the queue. */
export async function undecidedFixtures(db: Queries, now: Date, page: number): Promise<UndecidedFixtures> {
  const games = await undecidedGames(db, now)
  const events = games
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map(({ game: { fixture, league, home, away, startsAt }, outcome, selections }) => {
      const result = outcome?.kind === 'result' ? outcome : null
      return {
        eventId: fixture,
        league_key: league,
        home_team: home,
        away_team: away,
        commence_time: startsAt.toISOString(),
        score: result?.score ?? null,
        regulation: result?.regulation ?? null,
        selections,
      }
    })
  return { events, total: games.length, page, pageSize: PAGE_SIZE }
}

const pickedOnGamesOver = (db: Queries, now: Date): Promise<readonly Picked[]> =>
  db.any(sql.type(Picked)`
    with over as (
      select f.* from (${openFixtures}) open join app.fixture f on f.fixture_id = open.fixture_id
      where f.closed_at is not null or f.starts_at < ${new Date(now.getTime() - OVERDUE_MS).toISOString()}::timestamptz
    )
    select f.fixture_id as fixture, f.league, home, away, starts_at as "startsAt", closed_at as "closedAt", legs.*
    from over f cross join lateral (
      select picked ->> 'market' as market, picked ->> 'point' as point, picked ->> 'selection' as selection,
        coalesce((picked ->> 'drawOffered')::boolean, false) as "drawOffered", min(picked ->> 'selectionName') as name,
        min(placed_at) as at, count(*) as bets, sum(stake_cents)::bigint as "stakeCents"
      from (
        select b.legs -> o.leg::int as picked, b.placed_at, b.stake_cents
        from app.open_leg o join app.bet b on b.bet_id = o.bet_id
        where o.fixture_id = f.fixture_id
      ) leg
      group by 1, 2, 3, 4, coalesce(placed_at < f.closed_at, true)
    ) legs
    order by starts_at, f.fixture_id, market, point, selection`)

/** As `struckLeg` makes one of a whole leg. What it pays decides nothing here. */
const legOf = ({ fixture, league, market, point, selection, drawOffered }: Picked): StruckLeg => {
  const leg = { fixture, market, selection, drawOffered, odds: '1', basis: basisOf(league, market, drawOffered) }
  return point === null ? leg : { ...leg, point }
}

const shown = (
  { market, selection, point, name, bets, stakeCents }: Picked,
  reason: Undecided['reason'],
): Undecided => ({
  market,
  selection,
  ...(point === null ? {} : { point: Number(point) }),
  name,
  reason,
  bets,
  stakes: eurosOf(stakeCents),
})

function reasonOf({ market, basis }: StruckLeg, outcome: FixtureOutcome | null): Undecided['reason'] {
  if (outcome === null || outcome.kind === 'running') return 'no_result'
  if (basis === 'by-hand') return 'by_hand'
  return marketOf(market)?.period === null ? 'regulation_unknown' : 'period_unknown'
}
