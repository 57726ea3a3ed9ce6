// Ice hockey: three periods. If the score is level then, overtime or a shoot-out gives one side one more goal.

import { MINUTE } from '#services/platform/clock/durations.ts'
import type { Course } from './course.ts'
import { decided } from './scoring/overtime.ts'
import { type Frame, scoringGame } from './scoring/scoring-game.ts'
import { Timeline } from './timeline.ts'

const ONE_GOAL = decided([[1, 0, 1]])

export function hockeyCourse(frame: Frame): Course {
  const spans = [0, 25, 50].map((minute): [number, number] => [
    frame.startsAt + minute * MINUTE,
    frame.startsAt + (minute + 20) * MINUTE,
  ])
  const timeline = new Timeline(spans)
  return scoringGame(frame, {
    plays: [[1, 1]],
    timelines: { home: timeline, away: timeline },
    periods: { p1: 1 / 3 },
    draw: false,
    suspends: true,
    endings: ONE_GOAL,
    overtime: [2.5 * MINUTE, 9 * MINUTE],
  })
}
