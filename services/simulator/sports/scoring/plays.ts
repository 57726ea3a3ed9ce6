// Scoring plays (goals, touchdowns, tries) come at a constant rate while the ball is in play, independently for each
// side, so the points still to come have a compound Poisson distribution.
import { between, type Draws, drawsFor } from '../../random.ts'
import type { Timeline } from '../timeline.ts'
import type { Score } from './outlook.ts'

/** Points of a kind of play, and its share of all plays. */
export type Play = readonly [points: number, share: number]
/** Expected plays in a whole game. */
export type Rates = { readonly home: number; readonly away: number }
export type Side = keyof Rates
export type Scored = { readonly at: number; readonly side: Side; readonly points: number }

const MAX_PLAYS = 80

export const adjusted = (rates: Rates, by: number): Rates => ({
  home: rates.home * Math.exp(by),
  away: rates.away * Math.exp(-by),
})

/** All plays of a game in order. */
export function playsOf(
  key: string,
  rates: Rates,
  timelines: Readonly<Record<Side, Timeline>>,
  kinds: readonly Play[],
): Scored[] {
  const plays: Scored[] = []
  for (const side of ['home', 'away'] as const) {
    const draws = drawsFor(`${key}/goals/${side}`)
    const kindDraws = drawsFor(`${key}/kinds/${side}`)
    let share = 0
    for (let index = 0; index < MAX_PLAYS; index++) {
      share -= Math.log(draws(index)) / rates[side]
      if (share >= 1) break
      const points = kinds.length === 1 ? kinds[0]![0] : pointsOf(kindDraws(index), kinds)
      plays.push({ at: timelines[side].instantOf(share), side, points })
    }
  }
  return plays.sort((one, other) => one.at - other.at)
}

function pointsOf(draw: number, kinds: readonly Play[]): number {
  let sum = 0
  for (const [points, share] of kinds) {
    sum += share
    if (draw < sum) return points
  }
  return kinds.at(-1)![0]
}

export function scoreOf(plays: readonly Scored[], instant: number): Score {
  let home = 0
  let away = 0
  for (const { at, side, points } of plays) {
    if (at > instant) break
    if (side === 'home') home += points
    else away += points
  }
  return [home, away]
}

/** Suspended for 60 to 90 seconds: from a dangerous attack until there are new prices. */
export function pausesAround(plays: readonly { readonly at: number }[], draws: Draws): [number, number][] {
  return plays.map(({ at }, index) => {
    const from = at - Math.round(between(10_000, 25_000, draws(16 + 2 * index)))
    return [from, from + Math.round(between(60_000, 90_000, draws(17 + 2 * index)))]
  })
}
