// Baseball: nine innings, in each of which the visitors bat first; all are played out. A level game goes to extra
// innings.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import type { Course } from './course.ts'
import { decided } from './scoring/overtime.ts'
import { type Frame, scoringGame } from './scoring/scoring-game.ts'
import { Timeline } from './timeline.ts'

const INNINGS = 9
const BREAK = 2 * MINUTE
const RUNS = [
  [1, 0.62],
  [2, 0.24],
  [3, 0.1],
  [4, 0.04],
] as const
const EXTRA_INNINGS = decided([
  [1, 0, 0.5],
  [2, 1, 0.2],
  [2, 0, 0.15],
  [3, 0, 0.08],
  [3, 2, 0.07],
])

export function baseballCourse(frame: Frame): Course {
  const draws = drawsFor(`${frame.key}/innings`)
  const away: [number, number][] = []
  const home: [number, number][] = []
  let at = frame.startsAt
  for (let half = 0; half < 2 * INNINGS; half++) {
    const ends = at + Math.round(between(5 * MINUTE, 7 * MINUTE, draws(half)))
    const side = half % 2 === 0 ? away : home
    side.push([at, ends])
    at = ends + BREAK
  }
  return scoringGame(frame, {
    plays: RUNS,
    timelines: { home: new Timeline(home), away: new Timeline(away) },
    periods: { '1st_5_innings': fiveInnings(home) },
    draw: false,
    suspends: false,
    endings: EXTRA_INNINGS,
    overtime: [15 * MINUTE, 35 * MINUTE],
  })
}

/** Share of the home side's innings that is over after five; for the visitors it is nearly the same. */
function fiveInnings(spans: readonly (readonly [number, number])[]): number {
  const length = (some: typeof spans) => some.reduce((sum, [from, to]) => sum + to - from, 0)
  return length(spans.slice(0, 5)) / length(spans)
}
