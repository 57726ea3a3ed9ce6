// The match result market (h2h) of a game: 1, X, 2.
import type { Game } from '#services/contract/contract.ts'

export type Side = 'home' | 'draw' | 'away'

export const DRAW = 'Draw'
const SPORTS_WITHOUT_DRAW = ['basketball', 'baseball', 'americanfootball', 'cricket', 'boxing', 'mma', 'tennis']

/** Placeholders for upcoming games without prices. They cannot be bet on. */
export const INDICATIVE_ODDS: Record<Side, string> = { home: '2.00', draw: '3.00', away: '2.50' }

export function h2hMarket(game: Pick<Game, 'bookmakers'>) {
  return game.bookmakers[0]?.markets.find((market) => market.key === 'h2h')
}

/** Whether the market offers a draw; if there is no market, whether its sport usually does. */
export function hasDraw(game: Pick<Game, 'bookmakers' | 'sport'>): boolean {
  const market = h2hMarket(game)
  if (market) return market.outcomes.some((outcome) => outcome.name === DRAW)
  return !SPORTS_WITHOUT_DRAW.includes(game.sport)
}

type Teams = Pick<Game, 'home_team' | 'away_team'>

/** The name of a side's outcome in the feed. */
export const outcomeOf = (game: Teams, side: Side): string =>
  side === 'home' ? game.home_team : side === 'away' ? game.away_team : DRAW

/** The index of a side in the market's outcomes; -1 if it is not offered. */
export function outcomeIndex(game: Pick<Game, 'bookmakers'> & Teams, side: Side): number {
  const name = outcomeOf(game, side)
  return h2hMarket(game)?.outcomes.findIndex((outcome) => outcome.name === name) ?? -1
}

/** The number of markets besides the match result. */
export function furtherMarkets(game: Pick<Game, 'bookmakers'>): number {
  const markets = game.bookmakers[0]?.markets ?? []
  return markets.filter((market) => market.key !== 'h2h').length
}
