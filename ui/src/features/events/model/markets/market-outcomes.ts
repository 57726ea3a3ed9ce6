// Order and names of a market's outcomes on the event page.
import type { Game } from '#services/contract/contract.ts'
import { DRAW, hasDraw } from './match-result.ts'

export type Market = Game['bookmakers'][number]['markets'][number]
type PricedOutcome = Market['outcomes'][number]
/** An outcome, or a placeholder for one without a price. */
type Outcome = Omit<PricedOutcome, 'price'> & { price: number | null }
/** `index` is the outcome's position in the market as received; -1 for a placeholder. */
type IndexedOutcome = { outcome: Outcome; index: number }

/** 'Arsenal', 'Draw', 'Over 2.5', 'Arsenal −1.5'. */
export function outcomeName(outcome: Pick<PricedOutcome, 'name' | 'point'>): string {
  if (outcome.point === undefined) return outcome.name
  if (/(?:^| )(?:Over|Under)$/.test(outcome.name)) return `${outcome.name} ${outcome.point}`
  const sign = outcome.point > 0 ? '+' : outcome.point < 0 ? '\u2212' : ''
  return `${outcome.name} ${sign}${Math.abs(outcome.point)}`
}

type Teams = Pick<Game, 'home_team' | 'away_team' | 'sport' | 'bookmakers'>

/**
 * Home, draw, away; lines from the lowest up. A side of the match result without a price keeps its place.
 */
export function sortedOutcomes(game: Teams, market: Pick<Market, 'key' | 'outcomes'>): IndexedOutcome[] {
  const rank = ({ name }: Outcome) => {
    if (name === game.home_team || name === 'Over') return 0
    if (name === DRAW) return 1
    return name === game.away_team || name === 'Under' ? 2 : 3
  }
  const line = ({ point }: Outcome) => Math.abs(point ?? 0)
  const priced = market.outcomes.map((outcome, index): IndexedOutcome => ({ outcome, index }))
  return [...priced, ...missingSides(game, market)].sort(
    (a, b) => line(a.outcome) - line(b.outcome) || rank(a.outcome) - rank(b.outcome),
  )
}

function missingSides(game: Teams, market: Pick<Market, 'key' | 'outcomes'>): IndexedOutcome[] {
  if (market.key !== 'h2h') return []
  const sides = [game.home_team, ...(hasDraw(game) ? [DRAW] : []), game.away_team]
  return sides
    .filter((name) => !market.outcomes.some((outcome) => outcome.name === name))
    .map((name) => ({ outcome: { name, price: null }, index: -1 }))
}

/** The known markets in their order, then new ones; known markets that the game no longer has are suspended. */
export function withSuspended(
  known: Market[],
  game: Pick<Game, 'bookmakers'>,
): { market: Market; isSuspended: boolean }[] {
  // The feed includes lay prices, which cannot be bet on here.
  const offered = game.bookmakers[0]?.markets.filter((market) => !market.key.endsWith('_lay')) ?? []
  const current = new Map(offered.map((market) => [market.key, market]))
  const knownKeys = new Set(known.map((market) => market.key))
  const added = [...current.values()].filter((market) => !knownKeys.has(market.key))
  return [...known, ...added].map((market) => ({
    market: current.get(market.key) ?? market,
    isSuspended: !current.has(market.key),
  }))
}
