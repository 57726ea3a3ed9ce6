// Mixed martial arts: an advantage that drifts randomly through the bout; whoever has it at the end wins, 1-0.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor, normal, normalCdf } from '../random.ts'
import type { Course } from './course.ts'
import type { News } from './news.ts'

const STEPS = 32

/** `edge`: the home fighter's mean advantage at the end, in standard deviations. */
export function boutCourse(frame: { key: string; startsAt: number; endsAt: number; edge: number; news: News }): Course {
  const { key, startsAt, endsAt, news } = frame
  const edgeAt = (instant: number) => frame.edge + news.knownAt(instant)
  const draws = drawsFor(`${key}/course`)
  const advantage = new Float64Array(STEPS + 1)
  for (let step = 1; step <= STEPS; step++) {
    const randomStep = normal(draws(2 * step), draws(2 * step + 1)) / Math.sqrt(STEPS)
    advantage[step] = advantage[step - 1]! + edgeAt(startsAt) / STEPS + randomStep
  }
  const homeWon = advantage[STEPS]! > 0
  const stepAt = (instant: number) =>
    Math.floor((Math.min(Math.max(instant - startsAt, 0), endsAt - startsAt) / (endsAt - startsAt)) * STEPS)
  return {
    startsAt,
    endsAt,
    // sooner than in other sports: bouts end steadily, so a newcomer sees bets settle
    completedAt: endsAt + Math.round(between(2 * MINUTE, 3 * MINUTE, draws(0))),
    pauses: [],
    scoreAt: (instant) => (instant < endsAt ? [0, 0] : homeWon ? [1, 0] : [0, 1]),
    chancesAt: (instant) => {
      const step = stepAt(instant)
      const left = 1 - step / STEPS
      const home =
        left === 0 ? (homeWon ? 1 : 0) : normalCdf((advantage[step]! + edgeAt(instant) * left) / Math.sqrt(left))
      return { home, draw: null, away: 1 - home }
    },
  }
}
