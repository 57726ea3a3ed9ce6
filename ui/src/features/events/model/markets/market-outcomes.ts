// In which order and under which names a market's outcomes stand on the event page.
import type { Game } from '#services/contract/contract.ts'
import { DRAW, hasDraw } from './match-result.ts'

export type Market = Game['bookmakers'][number]['markets'][number]
type Quoted = Market['outcomes'][number]
/** An outcome, or the place of one that is not quoted now. */
type Outcome = Omit<Quoted, 'price'> & { price: number | null }
type Placed = { outcome: Outcome; index: number }

/** 'Arsenal', 'Draw', 'Over 2.5', 'Arsenal −1.5'. */
export function outcomeName(outcome: Pick<Quoted, 'name' | 'point'>): string {
  if (outcome.point === undefined) return outcome.name
  if (outcome.name === 'Over' || outcome.name === 'Under') return `${outcome.name} ${outcome.point}`
  const sign = outcome.point > 0 ? '+' : outcome.point < 0 ? '\u2212' : ''
  return `${outcome.name} ${sign}${Math.abs(outcome.point)}`
}

type Teams = Pick<Game, 'home_team' | 'away_team' | 'sport' | 'bookmakers'>

/**
 * Home, draw, away, and lines from the lowest up; `index` is the outcome's place in the market as it came. A side of the
 * match result that is not quoted keeps its place, without a price.
 */
export function sortedOutcomes(game: Teams, market: Pick<Market, 'key' | 'outcomes'>): Placed[] {
  const rank = ({ name }: Outcome) => {
    if (name === game.home_team || name === 'Over') return 0
    if (name === DRAW) return 1
    return name === game.away_team || name === 'Under' ? 2 : 3
  }
  const line = ({ point }: Outcome) => Math.abs(point ?? 0)
  const quoted = market.outcomes.map((outcome, index): Placed => ({ outcome, index }))
  return [...quoted, ...unquotedSides(game, market)].sort(
    (a, b) => line(a.outcome) - line(b.outcome) || rank(a.outcome) - rank(b.outcome),
  )
}

function unquotedSides(game: Teams, market: Pick<Market, 'key' | 'outcomes'>): Placed[] {
  if (market.key !== 'h2h') return []
  const sides = [game.home_team, ...(hasDraw(game) ? [DRAW] : []), game.away_team]
  return sides
    .filter((name) => !market.outcomes.some((outcome) => outcome.name === name))
    .map((name) => ({ outcome: { name, price: null }, index: -1 }))
}

/** The game's markets in their known order, then new ones; those that were known and are gone are suspended. */
export function withSuspended(
  known: Market[],
  game: Pick<Game, 'bookmakers'>,
): { market: Market; suspended: boolean }[] {
  // Lay prices come unasked; nobody can bet on them here.
  const offered = game.bookmakers[0]?.markets.filter((market) => !market.key.endsWith('_lay')) ?? []
  const current = new Map(offered.map((market) => [market.key, market]))
  const kept = known.map((market) => {
    const now = current.get(market.key)
    current.delete(market.key)
    return now ? { market: now, suspended: false } : { market, suspended: true }
  })
  return [...kept, ...[...current.values()].map((market) => ({ market, suspended: false }))]
}
