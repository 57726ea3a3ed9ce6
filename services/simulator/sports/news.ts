// Why prices move before a start: small steps every minute and, in some games, a piece of news (an injury, a line-up)
// that moves them by a tenth or more. Their sum is part of the true strength with which the game is then played, so
// prices are fair at every moment.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor, normal } from '../random.ts'

/** In units of `scale`: standard deviation of the sum of all small steps, and the size of a piece of news. */
const DRIFT = 1
const NEWS_LOW = 2.5
const NEWS_HIGH = 4.5
const NEWS_PER_GAME = 0.3

export type News = {
  /** Sum of what was known at an instant; constant from the start of the game. */
  knownAt(instant: number): number
}

export function newsOf(key: string, listedAt: number, startsAt: number, scale: number): News {
  const draws = drawsFor(`${key}/news`)
  const steps = Math.max(1, Math.floor((startsAt - listedAt) / MINUTE))
  const known = new Float64Array(steps + 1)
  for (let step = 1; step <= steps; step++) {
    const drawn = 5 * step
    const small = (normal(draws(drawn), draws(drawn + 1)) * DRIFT) / Math.sqrt(steps)
    const size = between(NEWS_LOW, NEWS_HIGH, draws(drawn + 3)) * (draws(drawn + 4) < 0.5 ? -1 : 1)
    known[step] = known[step - 1]! + (small + (draws(drawn + 2) < NEWS_PER_GAME / steps ? size : 0)) * scale
  }
  return {
    knownAt: (instant) => known[Math.min(Math.max(Math.floor((instant - listedAt) / MINUTE), 0), steps)]!,
  }
}
