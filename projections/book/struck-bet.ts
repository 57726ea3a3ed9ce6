// What the book keeps of a placed bet.
import type { BetPlaced } from '#domain/bet/bet-events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { mostReturnCents } from '#domain/settlement/bet-settlement.ts'
import { type LegToGrade, struckLeg } from '#domain/settlement/grade-leg.ts'
import type { LedgerEvent } from '../event.ts'
import type { Row } from '../table.ts'

export type StruckBet = {
  readonly bet: string
  readonly stakeCents: number
  readonly returnCents: number
  /** Business time. */
  readonly placedAt: string
  readonly league: string
  readonly market: string
  readonly legs: readonly LegToGrade[]
}

/** The league of bets on several leagues, and the market of bets with several legs. */
const SEVERAL = 'several'
export const PARLAY = 'parlay'

export function struckBet({ data, meta }: Extract<LedgerEvent, { type: 'BetPlaced' }>): StruckBet {
  const { bet, stakeCents, potentialReturnCents, legs } = data
  const [first, ...others] = legs as [BetPlaced['legs'][number], ...BetPlaced['legs']]
  return {
    bet,
    stakeCents,
    returnCents: potentialReturnCents,
    placedAt: meta.at,
    league: others.every(({ league }) => league === first.league) ? first.league : SEVERAL,
    market: others.length === 0 ? first.market : PARLAY,
    // without the evidence of the prices, which would take most of the memory
    legs: legs.map(({ fixture, league, market, point, selection, drawOffered, odds }) => ({
      ...{ fixture, league, market, selection, odds },
      ...(point === undefined ? {} : { point }),
      ...(drawOffered === undefined ? {} : { drawOffered }),
    })),
  }
}

/** In the column order of table `book_bet`. */
export const bookBetRow = ({ bet, stakeCents, returnCents, placedAt, league, market, legs }: StruckBet): Row => [
  bet,
  stakeCents,
  returnCents,
  league,
  market,
  JSON.stringify(legs.map(outcomeOf)),
  placedAt,
  JSON.stringify(legs.map(({ odds, league, drawOffered }) => [odds, league, drawOffered === true])),
]

/** Fixture, market, point ('' if there is none), selection: the key of a row of liability. */
export const outcomeOf = ({ fixture, market, point = '', selection }: LegToGrade) => [fixture, market, point, selection]

/** A row as read: JSON is parsed, numbers that may be large are text. */
export type BookBetRow = {
  readonly bet_id: string
  readonly stake_cents: string
  readonly return_cents: string
  readonly league: string
  readonly market: string
  readonly legs: readonly (readonly [fixture: string, market: string, point: string, selection: string])[]
  readonly placed_at: Date
  readonly prices: readonly (readonly [odds: string, league: string, drawOffered: boolean])[]
}

export const betOfRow = (row: BookBetRow): StruckBet => ({
  bet: row.bet_id,
  stakeCents: Number(row.stake_cents),
  returnCents: Number(row.return_cents),
  placedAt: row.placed_at.toISOString(),
  league: row.league,
  market: row.market,
  legs: row.legs.map(([fixture, market, point, selection], at) => {
    const [odds, league, offered] = row.prices[at]!
    return {
      ...{ fixture, league, market, selection, odds },
      ...(point === '' ? {} : { point }),
      ...(offered ? { drawOffered: true as const } : {}),
    }
  }),
})

/** The most that a bet can return while it is open, by the outcomes known, in cents. */
export const mostReturnOf = ({ stakeCents, placedAt, legs }: StruckBet, outcomes: readonly FixtureOutcome[]): number =>
  mostReturnCents({ stakeCents, placedAt, legs: legs.map(struckLeg) }, outcomes)
