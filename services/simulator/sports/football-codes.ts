// American football, Aussie rules, rugby league and rugby union: scoring plays of different worth.

import { MINUTE } from '#services/platform/clock/durations.ts'
import type { Course } from './course.ts'
import { decided, levelScoresStand } from './scoring/overtime.ts'
import { type Frame, type Rules, scoringGame } from './scoring/scoring-game.ts'
import { Timeline } from './timeline.ts'

/** Minutes of play and breaks, in turn: the ball is in play only part of the time. */
function timelineOf(startsAt: number, minutes: readonly number[]): Timeline {
  const spans: [number, number][] = []
  let at = startsAt
  for (const [index, length] of minutes.entries()) {
    if (index % 2 === 0) spans.push([at, at + length * MINUTE])
    at += length * MINUTE
  }
  return new Timeline(spans)
}
type Code = Omit<Rules, 'timelines' | 'suspends'> & { readonly minutes: readonly number[] }

const CODES = {
  americanfootball: {
    minutes: [33, 2, 33, 13, 33, 2, 34],
    plays: [
      [7, 0.52],
      [3, 0.4],
      [6, 0.04],
      [8, 0.03],
      [2, 0.01],
    ],
    periods: { q1: 0.25, h1: 0.5 },
    draw: false,
    endings: decided([
      [3, 0, 0.5],
      [6, 0, 0.44],
    ]),
    overtime: [6 * MINUTE, 18 * MINUTE],
  },
  aussierules: {
    minutes: [25, 3, 25, 8, 25, 3, 25],
    plays: [
      [6, 0.55],
      [1, 0.45],
    ],
    periods: { q1: 0.25, h1: 0.5 },
    draw: false,
    endings: levelScoresStand,
    overtime: [0, 0],
  },
  rugbyleague: {
    minutes: [41, 10, 42],
    plays: [
      [6, 0.55],
      [4, 0.2],
      [2, 0.22],
      [1, 0.03],
    ],
    periods: { h1: 0.5 },
    draw: false,
    // golden point, for ten minutes
    endings: decided([
      [1, 0, 0.62],
      [2, 0, 0.2],
      [4, 0, 0.1],
    ]),
    overtime: [2 * MINUTE, 12 * MINUTE],
  },
  rugbyunion: {
    minutes: [43, 12, 44],
    plays: [
      [7, 0.42],
      [3, 0.42],
      [5, 0.16],
    ],
    periods: { h1: 0.5 },
    draw: true,
    endings: levelScoresStand,
    overtime: [0, 0],
  },
} as const satisfies Record<string, Code>
export type FootballCode = keyof typeof CODES

export function footballCourse(code: FootballCode, frame: Frame): Course {
  const { minutes, ...rules }: Code = CODES[code]
  const timeline = timelineOf(frame.startsAt, minutes)
  return scoringGame(frame, { ...rules, timelines: { home: timeline, away: timeline }, suspends: false })
}
