// A simulated season, for tests of prices: games of a league, and the result of a bet on one of them.
import { HOUR } from '#services/platform/clock/durations.ts'
import type { Price } from '../feed/bookmakers.ts'
import type { League } from '../schedule/leagues/league.ts'
import { createSchedule } from '../schedule/schedule.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import type { Period, Scope } from '../sports/course.ts'

const START = Date.parse('2026-03-01T00:00:00Z')

/** The first `count` games of a league's season. */
export function seasonOf(league: League, count: number, seed = 'fairness'): SimulatedGame[] {
  return createSchedule(seed)
    .starting(league, START, START + (count + 2) * Math.max(league.period, HOUR / 12))
    .slice(0, count)
}

/** Shares of a stake that were won and lost; the rest is returned. */
export type Came = { readonly won: number; readonly lost: number }
const WON: Came = { won: 1, lost: 0 }
const LOST: Came = { won: 0, lost: 1 }
const BACK: Came = { won: 0, lost: 0 }

/** The result of a bet, determined by the rules alone and not by how it was priced. */
export function cameTo(game: SimulatedGame, market: string, outcomes: readonly Price[], outcome: Price): Came {
  const [, base, part] = /^(?:alternate_)?(.*?)(?:_(h1|q1|p1|1st_5_innings))?$/.exec(market)!
  const [home, away] = game.course.scoreOf(scopeOf(game, base!, part as Period | undefined))
  const { name, point = 0, description } = outcome
  switch (base) {
    case 'spreads':
      return onLine(name === game.home ? home - away : away - home, -point)
    case 'totals':
    case 'team_totals': {
      const sum = base === 'totals' ? home + away : description === game.home ? home : away
      return name === 'Over' ? onLine(sum, point) : onLine(-sum, -point)
    }
    case 'btts':
      return (home > 0 && away > 0) === (name === 'Yes') ? WON : LOST
    case 'double_chance':
      return name.split(' or ').includes(winner(game, home, away)) ? WON : LOST
    default: {
      const result = winner(game, home, away)
      if (result === name) return WON
      return outcomes.some((each) => each.name === result) ? LOST : BACK
    }
  }
}

function scopeOf({ league }: SimulatedGame, base: string, part: Period | undefined): Scope {
  if (part !== undefined) return part
  const ofRegulation = ['h2h_3_way', 'draw_no_bet', 'double_chance', 'btts'].includes(base)
  return ofRegulation || league.kind === 'soccer' ? 'regulation' : 'final'
}

const winner = ({ home, away }: SimulatedGame, homeScore: number, awayScore: number): string => {
  if (homeScore === awayScore) return 'Draw'
  return homeScore > awayScore ? home : away
}

/** Wins above the line. On a quarter line, half of the stake is on each of the two lines beside it. */
function onLine(value: number, line: number): Came {
  if (Number.isInteger(line * 2)) return value === line ? BACK : value > line ? WON : LOST
  const [low, high] = [onLine(value, line - 0.25), onLine(value, line + 0.25)]
  return { won: (low.won + high.won) / 2, lost: (low.lost + high.lost) / 2 }
}
