// Ice hockey: three periods; if the score is level then, overtime or a shoot-out decides.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import type { Course } from './course.ts'
import { adjusted, type Frame, goalsOf, margins, pausesAround, type Rates, scoreOf } from './goals.ts'
import { Timeline } from './timeline.ts'

/** If the score is level after three periods, one side gets one more goal. */
export function hockeyCourse({ key, startsAt, rates, news }: Frame): Course {
  const draws = drawsFor(`${key}/course`)
  const period = 20 * MINUTE
  const timeline = new Timeline(
    [0, 25, 50].map((minute) => [startsAt + minute * MINUTE, startsAt + minute * MINUTE + period]),
  )
  const final = adjusted(rates, news.knownAt(startsAt))
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
      const known = adjusted(rates, news.knownAt(instant))
      const chances = margins(known, 1 - timeline.played(instant), home - away)
      const winHome = chances.home + (chances.draw ?? 0) * overtimeChance(known)
      return { home: winHome, draw: null, away: 1 - winHome }
    },
  }
}

const overtimeChance = ({ home, away }: Rates): number => 0.5 + Math.max(-0.12, Math.min(0.12, (home - away) * 0.06))
