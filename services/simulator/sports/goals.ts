// Goals, for soccer and ice hockey: they are scored at a constant rate while the ball is in play, so the remaining goals of
// both sides are Poisson-distributed.

import { SECOND } from '#services/platform/clock/durations.ts'
import { between, type Draws, drawsFor } from '../random.ts'
import type { Chances } from './course.ts'
import type { News } from './news.ts'
import type { Timeline } from './timeline.ts'

/** Expected goals of a whole game. */
export type Rates = { readonly home: number; readonly away: number }
type Goal = { readonly at: number; readonly side: 'home' | 'away' }
export type Frame = { readonly key: string; readonly startsAt: number; readonly rates: Rates; readonly news: News }

const MAX_GOALS = 16

export const adjusted = (rates: Rates, by: number): Rates => ({
  home: rates.home * Math.exp(by),
  away: rates.away * Math.exp(-by),
})

export function goalsOf(key: string, rates: Rates, timeline: Timeline): Goal[] {
  const goals: Goal[] = []
  for (const side of ['home', 'away'] as const) {
    const draws = drawsFor(`${key}/goals/${side}`)
    let share = 0
    for (let index = 0; index < MAX_GOALS; index++) {
      share -= Math.log(draws(index)) / rates[side]
      if (share >= 1) break
      goals.push({ at: timeline.instantOf(share), side })
    }
  }
  return goals.sort((one, other) => one.at - other.at)
}

export function scoreOf(goals: readonly Goal[], instant: number): [home: number, away: number] {
  const score: [number, number] = [0, 0]
  for (const { at, side } of goals) {
    if (at > instant) break
    score[side === 'home' ? 0 : 1] += 1
  }
  return score
}

/** Suspended for 60 to 90 seconds: from a dangerous attack until there are new prices. */
export function pausesAround(goals: readonly Goal[], draws: Draws): [number, number][] {
  return goals.map(({ at }, index) => {
    const from = at - Math.round(between(10 * SECOND, 25 * SECOND, draws(16 + 2 * index)))
    return [from, from + Math.round(between(60 * SECOND, 90 * SECOND, draws(17 + 2 * index)))]
  })
}

/** Chances of the outcomes. `lead`: the home side's goals less the other's so far; `left`: the remaining share of the play. */
export function margins(rates: Rates, left: number, lead: number): Chances {
  const homeGoals = poisson(rates.home * left)
  const awayGoals = poisson(rates.away * left)
  let home = 0
  let draw = 0
  for (let h = 0; h < homeGoals.length; h++) {
    for (let a = 0; a < awayGoals.length; a++) {
      const both = homeGoals[h]! * awayGoals[a]!
      const difference = lead + h - a
      if (difference > 0) home += both
      else if (difference === 0) draw += both
    }
  }
  return { home, draw, away: Math.max(0, 1 - home - draw) }
}

function poisson(mean: number): number[] {
  const chances = [Math.exp(-mean)]
  let sum = chances[0]!
  for (let count = 1; count < MAX_GOALS && 1 - sum > 1e-9; count++) {
    chances.push((chances[count - 1]! * mean) / count)
    sum += chances[count]!
  }
  // the tail: without it, the chances of a long game would not sum to 1
  chances[chances.length - 1]! += Math.max(0, 1 - sum)
  return chances
}
