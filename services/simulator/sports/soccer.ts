// Soccer: two halves with stoppage time; a draw is an outcome. A level cup tie goes to extra time and then to
// penalties. All markets are on the ninety minutes; the score shown includes extra time but no penalties.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import type { Course } from './course.ts'
import { levelScoresStand } from './scoring/overtime.ts'
import { adjusted, type Play, playsOf, scoreOf } from './scoring/plays.ts'
import { type Extension, type Frame, type Rules, scoringGame } from './scoring/scoring-game.ts'
import { Timeline } from './timeline.ts'

const GOAL: readonly Play[] = [[1, 1]]

export function soccerCourse(frame: Frame & { readonly cupTie: boolean }): Course {
  const { key, startsAt, cupTie } = frame
  const draws = drawsFor(`${key}/halves`)
  const firstHalf = 45 * MINUTE + Math.round(between(0, 2 * MINUTE, draws(0)))
  const restart = startsAt + firstHalf + 15 * MINUTE
  const timeline = new Timeline([
    [startsAt, startsAt + firstHalf],
    [restart, restart + 45 * MINUTE + Math.round(between(MINUTE, 4 * MINUTE, draws(1)))],
  ])
  const rules: Rules = {
    plays: GOAL,
    timelines: { home: timeline, away: timeline },
    periods: { h1: firstHalf / timeline.playMs },
    draw: true,
    suspends: true,
    endings: levelScoresStand,
    overtime: [0, 0],
  }
  return scoringGame(frame, rules, cupTie ? extraTime(frame, timeline) : undefined)
}

/** Half an hour more if the score is level, and penalties if it still is. */
function extraTime({ key, startsAt, rates, news }: Frame, regulation: Timeline): Extension {
  const timelines = { home: regulation, away: regulation }
  const final = adjusted(rates, news.knownAt(startsAt))
  const [home, away] = scoreOf(playsOf(key, final, timelines, GOAL), regulation.endsAt)
  if (home !== away) return { plays: [], endsAt: regulation.endsAt }
  const from = regulation.endsAt + 5 * MINUTE
  const timeline = new Timeline([
    [from, from + 15 * MINUTE],
    [from + 17 * MINUTE, from + 33 * MINUTE],
  ])
  const third = { home: final.home / 3, away: final.away / 3 }
  const plays = playsOf(`${key}/extra-time`, third, { home: timeline, away: timeline }, GOAL)
  const [more, less] = scoreOf(plays, timeline.endsAt)
  const penalties = Math.round(between(7 * MINUTE, 12 * MINUTE, drawsFor(`${key}/penalties`)(0)))
  return { plays, endsAt: timeline.endsAt + (more === less ? penalties : 0) }
}
