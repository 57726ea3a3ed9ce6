// Mixed martial arts and boxing: an advantage that drifts randomly during the bout. Whoever has it at the end wins 1-0.
// In boxing, a tiny advantage is a draw, 0-0.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor, normal, normalCdf } from '../random.ts'
import { type Chances, type Course, winnerOnly } from './course.ts'
import type { News } from './news.ts'
import type { Score } from './scoring/outlook.ts'

const STEPS = 32

export type BoutFrame = {
  readonly key: string
  readonly startsAt: number
  readonly endsAt: number
  /** The home fighter's mean advantage at the end, in standard deviations. */
  readonly edge: number
  /** Below this advantage it is a draw; 0 if there are no draws. */
  readonly drawBelow: number
  readonly news: News
}

export function boutCourse(frame: BoutFrame): Course {
  const { key, startsAt, endsAt, drawBelow, news } = frame
  const edgeAt = (instant: number) => frame.edge + news.knownAt(instant)
  const draws = drawsFor(`${key}/course`)
  const advantage = new Float64Array(STEPS + 1)
  for (let step = 1; step <= STEPS; step++) {
    const randomStep = normal(draws(2 * step), draws(2 * step + 1)) / Math.sqrt(STEPS)
    advantage[step] = advantage[step - 1]! + edgeAt(startsAt) / STEPS + randomStep
  }
  const end = advantage[STEPS]!
  const result: Score = Math.abs(end) < drawBelow ? [0, 0] : end > 0 ? [1, 0] : [0, 1]
  const stepAt = (instant: number) =>
    Math.floor((Math.min(Math.max(instant - startsAt, 0), endsAt - startsAt) / (endsAt - startsAt)) * STEPS)
  return {
    startsAt,
    endsAt,
    closesAt: endsAt,
    // sooner than in other sports: bouts end steadily, so that a newcomer sees bets settle
    completedAt: endsAt + Math.round(between(2 * MINUTE, 3 * MINUTE, draws(0))),
    pauses: [],
    scoreAt: (instant) => (instant < endsAt ? [0, 0] : result),
    scoreOf: () => result,
    chancesAt: (instant): Chances => {
      const step = stepAt(instant)
      const left = 1 - step / STEPS
      const draw = drawBelow > 0
      if (left === 0) return { home: result[0], draw: draw ? 1 - result[0] - result[1] : null, away: result[1] }
      const mean = advantage[step]! + edgeAt(instant) * left
      const home = normalCdf((mean - drawBelow) / Math.sqrt(left))
      const away = normalCdf((-mean - drawBelow) / Math.sqrt(left))
      return { home, draw: draw ? Math.max(0, 1 - home - away) : null, away }
    },
    ...winnerOnly,
  }
}
