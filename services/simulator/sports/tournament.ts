// A golf tournament: one of many wins. While it is played, evidence of the winner arrives: a random walk for each
// player, of which only the winner's has a drift. So the chances given all walks are exact (Bayes).
import { MINUTE } from '#services/platform/clock/durations.ts'
import { drawsFor, normal } from '../random.ts'
import { type Course, winnerOnly } from './course.ts'
import type { News } from './news.ts'

/** How much is known about the winner at the end: the drift of the winner's walk over the whole tournament. */
const SIGNAL = 2.5
const STEPS = 96

export type Tournament = Course & {
  /** Each player's chance to win. */
  fieldAt(instant: number): number[]
  /** Index of the winner. */
  readonly winner: number
}

/** `strengths`: chances before the start, in proportion. `news` is about the favourite. */
export function tournamentCourse(frame: {
  key: string
  startsAt: number
  endsAt: number
  strengths: readonly number[]
  news: News
}): Tournament {
  const { key, startsAt, endsAt, strengths, news } = frame
  const priorAt = (instant: number) =>
    shares(strengths.map((strength, player) => (player === 0 ? strength * Math.exp(news.knownAt(instant)) : strength)))
  const winner = pick(priorAt(startsAt), drawsFor(`${key}/winner`)(0))
  const walks = strengths.map((_, player) => walk(`${key}/walk/${player}`, player === winner))
  return {
    startsAt,
    endsAt,
    closesAt: endsAt,
    completedAt: endsAt + 5 * MINUTE,
    pauses: [],
    winner,
    scoreAt: () => [0, 0],
    scoreOf: () => [0, 0],
    chancesAt: () => ({ home: 0.5, draw: null, away: 0.5 }),
    fieldAt(instant) {
      const played = Math.min(1, Math.max(0, (instant - startsAt) / (endsAt - startsAt)))
      const step = Math.floor(played * STEPS)
      return shares(priorAt(instant).map((prior, player) => prior * Math.exp(SIGNAL * walks[player]![step]!)))
    },
    ...winnerOnly,
  }
}

function shares(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function pick(chances: readonly number[], draw: number): number {
  let sum = 0
  const index = chances.findIndex((chance) => {
    sum += chance
    return draw < sum
  })
  return index === -1 ? chances.length - 1 : index
}

/** Has a standard deviation of 1 at the end. */
function walk(key: string, wins: boolean): Float64Array {
  const draws = drawsFor(key)
  const values = new Float64Array(STEPS + 1)
  for (let step = 1; step <= STEPS; step++) {
    const drift = wins ? SIGNAL / STEPS : 0
    values[step] = values[step - 1]! + drift + normal(draws(2 * step), draws(2 * step + 1)) / Math.sqrt(STEPS)
  }
  return values
}
