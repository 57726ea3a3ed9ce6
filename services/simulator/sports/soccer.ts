// Soccer: two halves with stoppage time; a draw is an outcome.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import type { Course } from './course.ts'
import { adjusted, type Frame, goalsOf, margins, pausesAround, scoreOf } from './goals.ts'
import { Timeline } from './timeline.ts'

export function soccerCourse({ key, startsAt, rates, news }: Frame): Course {
  const draws = drawsFor(`${key}/course`)
  const firstHalf = 45 * MINUTE + Math.round(between(0, 2 * MINUTE, draws(0)))
  const restart = startsAt + firstHalf + 15 * MINUTE
  const timeline = new Timeline([
    [startsAt, startsAt + firstHalf],
    [restart, restart + 45 * MINUTE + Math.round(between(MINUTE, 4 * MINUTE, draws(1)))],
  ])
  const goals = goalsOf(key, adjusted(rates, news.knownAt(startsAt)), timeline)
  return {
    startsAt,
    endsAt: timeline.endsAt,
    completedAt: timeline.endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, draws(2))),
    pauses: pausesAround(goals, draws),
    scoreAt: (instant) => scoreOf(goals, instant),
    chancesAt: (instant) => {
      const [home, away] = scoreOf(goals, instant)
      return margins(adjusted(rates, news.knownAt(instant)), 1 - timeline.played(instant), home - away)
    },
  }
}
