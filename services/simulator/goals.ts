// Soccer and ice hockey: goals fall at a constant rate while the ball is in play, so what is left of a game is a pair
// of Poisson numbers.
import { between, type Draws, drawsFor } from './chance.ts'
import { type Chances, type Course, MINUTE, SECOND, Timeline } from './course.ts'
import type { News } from './news.ts'

/** Expected goals of a whole game. */
export type Rates = { readonly home: number; readonly away: number }
type Goal = { readonly at: number; readonly side: 'home' | 'away' }
type Frame = { readonly key: string; readonly startsAt: number; readonly rates: Rates; readonly news: News }

const MOST_GOALS = 16

/** Soccer: two halves with stoppage, 15 minutes between them; a draw is an outcome. */
export function soccerCourse({ key, startsAt, rates, news }: Frame): Course {
  const draws = drawsFor(`${key}/course`)
  const firstHalf = 45 * MINUTE + Math.round(between(0, 2 * MINUTE, draws(0)))
  const restart = startsAt + firstHalf + 15 * MINUTE
  const timeline = new Timeline([
    [startsAt, startsAt + firstHalf],
    [restart, restart + 45 * MINUTE + Math.round(between(MINUTE, 4 * MINUTE, draws(1)))],
  ])
  const goals = goalsOf(key, moved(rates, news.knownAt(startsAt)), timeline)
  return {
    startsAt,
    endsAt: timeline.endsAt,
    completedAt: timeline.endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, draws(2))),
    pauses: pausesAround(goals, draws),
    scoreAt: (instant) => scoreOf(goals, instant),
    chancesAt: (instant) => {
      const [home, away] = scoreOf(goals, instant)
      return margins(moved(rates, news.knownAt(instant)), 1 - timeline.played(instant), home - away)
    },
  }
}

/** Ice hockey: three periods; level after them, overtime or a shoot-out gives one side one more goal. */
export function hockeyCourse({ key, startsAt, rates, news }: Frame): Course {
  const draws = drawsFor(`${key}/course`)
  const period = 20 * MINUTE
  const timeline = new Timeline(
    [0, 25, 50].map((minute) => [startsAt + minute * MINUTE, startsAt + minute * MINUTE + period]),
  )
  const final = moved(rates, news.knownAt(startsAt))
  const goals = goalsOf(key, final, timeline)
  const regulation = scoreOf(goals, timeline.endsAt)
  const level = regulation[0] === regulation[1]
  const homeInOvertime = overtimeChance(final)
  const endsAt = level ? timeline.endsAt + Math.round(between(2.5 * MINUTE, 9 * MINUTE, draws(0))) : timeline.endsAt
  if (level) goals.push({ at: endsAt, side: draws(1) < homeInOvertime ? 'home' : 'away' })
  return {
    startsAt,
    endsAt,
    completedAt: endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, draws(2))),
    pauses: pausesAround(level ? [...goals, { at: timeline.endsAt, side: 'home' }] : goals, draws),
    scoreAt: (instant) => scoreOf(goals, instant),
    chancesAt: (instant) => {
      const [home, away] = scoreOf(goals, instant)
      const known = moved(rates, news.knownAt(instant))
      const chances = margins(known, 1 - timeline.played(instant), home - away)
      const winHome = chances.home + (chances.draw ?? 0) * overtimeChance(known)
      return { home: winHome, draw: null, away: 1 - winHome }
    },
  }
}

const moved = (rates: Rates, by: number): Rates => ({
  home: rates.home * Math.exp(by),
  away: rates.away * Math.exp(-by),
})

const overtimeChance = ({ home, away }: Rates): number => 0.5 + Math.max(-0.12, Math.min(0.12, (home - away) * 0.06))

function goalsOf(key: string, rates: Rates, timeline: Timeline): Goal[] {
  const goals: Goal[] = []
  for (const side of ['home', 'away'] as const) {
    const draws = drawsFor(`${key}/goals/${side}`)
    let share = 0
    for (let index = 0; index < MOST_GOALS; index++) {
      share -= Math.log(draws(index)) / rates[side]
      if (share >= 1) break
      goals.push({ at: timeline.instantOf(share), side })
    }
  }
  return goals.sort((one, other) => one.at - other.at)
}

function scoreOf(goals: readonly Goal[], instant: number): [home: number, away: number] {
  const score: [number, number] = [0, 0]
  for (const { at, side } of goals) {
    if (at > instant) break
    score[side === 'home' ? 0 : 1] += 1
  }
  return score
}

/** 60 to 90 seconds without a market: from a dangerous attack until prices are made again. */
function pausesAround(goals: readonly Goal[], draws: Draws): [number, number][] {
  return goals.map(({ at }, index) => {
    const from = at - Math.round(between(10 * SECOND, 25 * SECOND, draws(16 + 2 * index)))
    return [from, from + Math.round(between(60 * SECOND, 90 * SECOND, draws(17 + 2 * index)))]
  })
}

/** Chances of the final difference, `lead` being the home side's now and `left` the share of the play to come. */
function margins(rates: Rates, left: number, lead: number): Chances {
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
  for (let count = 1; count < MOST_GOALS && 1 - sum > 1e-9; count++) {
    chances.push((chances[count - 1]! * mean) / count)
    sum += chances[count]!
  }
  // the rest of the tail: without it the chances of a long game would not sum to 1
  chances[chances.length - 1]! += Math.max(0, 1 - sum)
  return chances
}
