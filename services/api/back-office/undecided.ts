// What waits for an admin: games that have ended, or should have, whose scores leave bets undecided.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Leg } from '#domain/bet/bet-events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import { eurosOf } from '#domain/money.ts'
import { gradeLeg, struckLeg } from '#domain/settlement/grade-leg.ts'
import { marketOf } from '#domain/settlement/markets.ts'
import { openFixtures } from '#projections/settlement/queries.ts'
import type { UndecidedFixtures } from '#services/contract/contract.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { Services } from '../services.ts'

const PAGE_SIZE = 10
/** A game that has no result so long after its start will hardly get one by itself. */
const OVERDUE_MS = 6 * HOUR
/** Of one game: what is shown of its bets. */
const MAX_BETS = 500

const Game = z.object({
  fixture: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: z.date(),
})
const OpenLeg = z.object({
  bet: z.string(),
  leg: z.number(),
  placedAt: z.date(),
  stakeCents: z.number(),
  legs: z.custom<readonly Leg[]>(),
})
type OpenLeg = z.infer<typeof OpenLeg>

/** The oldest games first. Only the games of the page are looked at, so one of them may turn out to wait for other games alone. */
export async function undecidedFixtures(
  { queries: db, fixtures, clock }: Pick<Services, 'queries' | 'fixtures' | 'clock'>,
  page: number,
): Promise<UndecidedFixtures> {
  const overdue = new Date(clock.businessNow().getTime() - OVERDUE_MS).toISOString()
  const from = sql.fragment`(${openFixtures}) b join app.fixture f on f.fixture_id = b.fixture_id
    where f.closed_at is not null or f.starts_at < ${overdue}::timestamptz`
  const [games, { total }] = await Promise.all([
    db.any(sql.type(Game)`
      select f.fixture_id as fixture, league, home, away, starts_at as "startsAt" from ${from}
      order by starts_at, f.fixture_id offset ${(page - 1) * PAGE_SIZE} limit ${PAGE_SIZE}`),
    db.one(sql.type(z.object({ total: z.number() }))`select count(*) as total from ${from}`),
  ])
  const shown = await Promise.all(
    games.map(async ({ fixture, league, home, away, startsAt }) => {
      const [legs, state] = await Promise.all([openLegsOn(db, fixture), fixtures.read(fixture)])
      const outcome = fixtureOutcome(state)
      const result = outcome?.kind === 'result' ? outcome : null
      return {
        eventId: fixture,
        league_key: league,
        home_team: home,
        away_team: away,
        commence_time: startsAt.toISOString(),
        score: result?.score ?? null,
        regulation: result?.regulation ?? null,
        selections: undecidedIn(legs, outcome),
      }
    }),
  )
  return { events: shown, total, page, pageSize: PAGE_SIZE }
}

const openLegsOn = (db: Queries, fixture: string): Promise<readonly OpenLeg[]> =>
  db.any(sql.type(OpenLeg)`
    select b.bet_id as bet, o.leg, b.placed_at as "placedAt", b.stake_cents as "stakeCents", b.legs
    from app.open_leg o join app.bet b on b.bet_id = o.bet_id
    where o.fixture_id = ${fixture} order by o.bet_id limit ${MAX_BETS}`)

type Undecided = UndecidedFixtures['events'][number]['selections'][number]

/** The selections that nothing decides, with the bets on them. */
function undecidedIn(legs: readonly OpenLeg[], outcome: FixtureOutcome | null): Undecided[] {
  const found = new Map<string, Undecided & { stakeCents: number }>()
  for (const { leg, legs: all, placedAt, stakeCents } of legs) {
    const placed = all[leg]!
    // version 1 wrote null
    const { point, ...rest } = placed as Omit<Leg, 'point'> & { readonly point?: string | null }
    const struck = struckLeg(point == null ? rest : { ...rest, point })
    if (outcome !== null && gradeLeg(struck, placedAt.toISOString(), outcome) !== null) continue
    const key = `${struck.market}|${struck.point ?? ''}|${struck.selection}`
    const known = found.get(key)
    const stake = (known?.stakeCents ?? 0) + stakeCents
    found.set(key, {
      market: struck.market,
      selection: struck.selection,
      ...(struck.point === undefined ? {} : { point: Number(struck.point) }),
      name: placed.selectionName,
      reason: reasonOf(struck, outcome),
      bets: (known?.bets ?? 0) + 1,
      stakes: eurosOf(stake),
      stakeCents: stake,
    })
  }
  return [...found.values()].map(({ stakeCents: _, ...shown }) => shown)
}

function reasonOf(
  { market, basis }: ReturnType<typeof struckLeg>,
  outcome: FixtureOutcome | null,
): Undecided['reason'] {
  if (outcome === null || outcome.kind === 'running') return 'no_result'
  if (basis === 'by-hand') return 'by_hand'
  return marketOf(market)?.period === null ? 'regulation_unknown' : 'period_unknown'
}
