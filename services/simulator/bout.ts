// Mixed martial arts: an advantage that wanders through the bout; who has it at the end wins, 1-0.
import { between, drawsFor, normal, normalCdf } from './chance.ts'
import { type Course, MINUTE } from './course.ts'
import type { News } from './news.ts'

const STEPS = 32

/** `edge`: drift of the home fighter's advantage over a bout, in standard deviations of its wandering. */
export function boutCourse(frame: { key: string; startsAt: number; endsAt: number; edge: number; news: News }): Course {
  const { key, startsAt, endsAt, news } = frame
  const edgeAt = (instant: number) => frame.edge + news.knownAt(instant)
  const draws = drawsFor(`${key}/course`)
  const advantage = new Float64Array(STEPS + 1)
  for (let step = 1; step <= STEPS; step++) {
    const wander = normal(draws(2 * step), draws(2 * step + 1)) / Math.sqrt(STEPS)
    advantage[step] = advantage[step - 1]! + edgeAt(startsAt) / STEPS + wander
  }
  const homeWon = advantage[STEPS]! > 0
  const stepAt = (instant: number) =>
    Math.floor((Math.min(Math.max(instant - startsAt, 0), endsAt - startsAt) / (endsAt - startsAt)) * STEPS)
  return {
    startsAt,
    endsAt,
    // sooner than elsewhere: the bouts' steady endings are what a newcomer sees settle
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
