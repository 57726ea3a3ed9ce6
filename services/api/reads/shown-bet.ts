// A bet as the API shows it.
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { eurosOf } from '#domain/money.ts'
import { mostReturnCents } from '#domain/settlement/bet-settlement.ts'
import { gradeLeg, struckLeg } from '#domain/settlement/grade-leg.ts'
import type { BetRow } from '#projections/bets/queries.ts'
import type { Bet, BetLeg } from '#services/contract/contract.ts'

/** What is known about the fixtures of bets. `outcomeOf`: null while a fixture is undecided. */
export type KnownFixtures = {
  titleOf(fixture: string): string
  outcomeOf(fixture: string): FixtureOutcome | null
}

/** '3-Leg Parlay' */
export const parlayName = ({ length }: readonly unknown[]): string => `${length}-Leg Parlay`

/** 'Arsenal vs Everton' */
export const gameTitle = ({ home, away }: { readonly home: string; readonly away: string }): string =>
  `${home} vs ${away}`

type LegVerdict = Pick<BetLeg, 'status' | 'void_reason'>

function legsOf(row: BetRow, fixtures: KnownFixtures): BetLeg[] {
  return row.legs.map((leg, at) => {
    const outcome = fixtures.outcomeOf(leg.fixture)
    return {
      eventId: leg.fixture,
      sport_key: leg.league,
      gameTitle: fixtures.titleOf(leg.fixture),
      marketName: leg.market,
      selection: leg.selectionName,
      // version 1 of BetPlaced wrote null
      ...(leg.point == null ? {} : { point: Number(leg.point) }),
      price: Number(leg.odds),
      odds: Number(leg.odds),
      commence_time: leg.startsAt,
      ...verdictOn(row, at, outcome),
      result: outcome?.kind === 'result' ? outcome.score : null,
    }
  })
}

/** How the leg counted, or, if it has not counted so far, how its own result grades it. */
function verdictOn(row: BetRow, at: number, outcome: FixtureOutcome | null): LegVerdict {
  const counted = row.graded?.find(({ leg }) => leg === at)
  if (counted !== undefined) return { status: counted.grade, void_reason: counted.voidReason ?? null }
  if (isVoidByHand(row)) return { status: 'void', void_reason: 'by-hand' }
  const own = outcome === null ? null : gradeLeg(struckLeg(row.legs[at]!), row.placedAt.toISOString(), outcome)
  if (own !== null) return { status: own.grade, void_reason: own.voidReason ?? null }
  return { status: row.status === 'pending' ? 'pending' : 'not-needed', void_reason: null }
}

const isVoidByHand = ({ status, graded }: BetRow): boolean => status === 'refunded' && graded === null

/** Fixtures whose results may still change how the bet's legs are shown: those of legs that have not counted so far. */
export const fixturesAwaited = (row: BetRow): readonly string[] =>
  isVoidByHand(row)
    ? []
    : row.legs.flatMap(({ fixture }, at) => (row.graded?.some(({ leg }) => leg === at) ? [] : [fixture]))

type Struck = Pick<BetRow, 'stakeCents' | 'placedAt' | 'legs'>

/** The most that an open bet can still return. */
export function couldReturnCents(
  { stakeCents, placedAt, legs }: Struck,
  { outcomeOf }: Pick<KnownFixtures, 'outcomeOf'>,
): number {
  const struck = { stakeCents, placedAt: placedAt.toISOString(), legs: legs.map(struckLeg) }
  return mostReturnCents(
    struck,
    legs.flatMap(({ fixture }) => outcomeOf(fixture) ?? []),
  )
}

export function betOf(row: BetRow, fixtures: KnownFixtures): Bet {
  const legs = legsOf(row, fixtures)
  const single = legs.length === 1 ? legs[0]! : null
  const struck = eurosOf(row.struckReturnCents)
  return {
    id: row.bet,
    game: single?.gameTitle ?? parlayName(legs),
    bet_type: single?.marketName ?? 'parlay',
    selection: single?.selection ?? null,
    odd: Number(row.odds),
    bet_amount: eurosOf(row.stakeCents),
    potential_win: row.returnCents === null ? struck : eurosOf(row.returnCents),
    struck_potential_win: struck,
    could_return: row.status === 'pending' ? eurosOf(couldReturnCents(row, fixtures)) : null,
    status: row.status,
    is_parlay: single === null,
    legs: single === null ? legs : null,
    quote: single,
    event_id: single?.eventId ?? null,
    sport_key: single?.sport_key ?? null,
    commence_time: single?.commence_time ?? null,
    created_at: row.placedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
    resettled: row.resettled,
  }
}
