// In which order and under which names a market's outcomes stand on the event page.
import type { Game } from '../../../../services/api/contract.ts'
import { DRAW } from './match-result.ts'

type Outcome = Game['bookmakers'][number]['markets'][number]['outcomes'][number]
type Placed = { outcome: Outcome; index: number }

/** 'Arsenal', 'Draw', 'Over 2.5', 'Arsenal −1.5'. */
export function outcomeName(outcome: Outcome): string {
  if (outcome.point === undefined) return outcome.name
  if (outcome.name === 'Over' || outcome.name === 'Under') return `${outcome.name} ${outcome.point}`
  const sign = outcome.point > 0 ? '+' : outcome.point < 0 ? '\u2212' : ''
  return `${outcome.name} ${sign}${Math.abs(outcome.point)}`
}

/** Home, draw, away, and lines from the lowest up; `index` is the outcome's place in the market as it came. */
export function sortedOutcomes(game: Pick<Game, 'home_team' | 'away_team'>, market: { outcomes: Outcome[] }): Placed[] {
  const rank = ({ name }: Outcome) => {
    if (name === game.home_team || name === 'Over') return 0
    if (name === DRAW) return 1
    return name === game.away_team || name === 'Under' ? 2 : 3
  }
  const line = ({ point }: Outcome) => Math.abs(point ?? 0)
  return market.outcomes
    .map((outcome, index) => ({ outcome, index }))
    .sort((a, b) => line(a.outcome) - line(b.outcome) || rank(a.outcome) - rank(b.outcome))
}
