// What the book keeps of a placed bet.
import type { BetPlaced } from '#domain/bet/bet-events.ts'
import type { Row } from '../table.ts'

/** Of a leg: fixture, market, point ('' without one), selection. */
export type Outcome = readonly [fixture: string, market: string, point: string, selection: string]

export type StruckBet = {
  readonly bet: string
  readonly stakeCents: number
  readonly returnCents: number
  readonly league: string
  readonly market: string
  readonly outcomes: readonly Outcome[]
}

/** The league of bets whose legs are of different ones, and the market of those with several legs. */
export const SEVERAL = 'several'
export const PARLAY = 'parlay'

export function struckBet({ bet, stakeCents, potentialReturnCents, legs }: BetPlaced): StruckBet {
  const [first, ...others] = legs as [BetPlaced['legs'][number], ...BetPlaced['legs']]
  return {
    bet,
    stakeCents,
    returnCents: potentialReturnCents,
    league: others.every(({ league }) => league === first.league) ? first.league : SEVERAL,
    market: others.length === 0 ? first.market : PARLAY,
    outcomes: legs.map(({ fixture, market, point = '', selection }) => [fixture, market, point, selection]),
  }
}

/** In the order of table `book_bet`. */
export const bookBetRow = ({ bet, stakeCents, returnCents, league, market, outcomes }: StruckBet): Row => [
  bet,
  stakeCents,
  returnCents,
  league,
  market,
  JSON.stringify(outcomes),
]
