// Basketball: alternating possessions, each worth 0 to 3 points. The rest of a game is a sum of many, so the final margin is
// nearly normal. If the score is level at the end, overtimes follow until one side leads.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor, normalCdf } from '../random.ts'
import type { Course } from './course.ts'
import type { News } from './news.ts'
import { Timeline } from './timeline.ts'

const POSSESSIONS = 98
const OVERTIME_POSSESSIONS = 11
const FREE_THROW = 0.03
const THREE = 0.1
/** Chance of two points for teams of equal strength: 1.12 points a possession. */
const TWO = 0.395

/** Score after each possession, home and away in turn. */
type Score = readonly [home: number, away: number]
/** One side's possession: mean and variance of its points. */
type Moments = { readonly mean: number; readonly variance: number }
type Stage = { readonly timeline: Timeline; readonly scores: readonly Score[]; readonly possessions: number }

/** `edge`: the expected margin of the home side, in points. */
export function basketballCourse(frame: { key: string; startsAt: number; edge: number; news: News }): Course {
  const { key, startsAt, news } = frame
  const edgeAt = (instant: number) => frame.edge + news.knownAt(instant)
  const stages = play(key, startsAt, edgeAt(startsAt))
  const last = stages.at(-1)!
  const endsAt = last.timeline.endsAt
  const stageAt = (instant: number) => stages.find((stage) => instant < stage.timeline.endsAt) ?? last
  const scoreAt = (instant: number): Score => {
    const stage = stageAt(instant)
    return stage.scores[done(stage, instant)]!
  }
  return {
    startsAt,
    endsAt,
    completedAt: endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, drawsFor(`${key}/completed`)(0))),
    pauses: stages.slice(0, -1).map(({ timeline }) => [timeline.endsAt - 20_000, timeline.endsAt + 50_000]),
    scoreAt,
    chancesAt: (instant) => {
      const stage = stageAt(instant)
      const [home, away] = scoreAt(instant)
      const possessions = 2 * stage.possessions - done(stage, instant)
      const winHome = homeWins(home - away, possessions, edgeAt(instant))
      return { home: winHome, draw: null, away: 1 - winHome }
    },
  }
}

/** The number of possessions of a stage that are over. */
const done = ({ timeline, possessions }: Stage, instant: number): number =>
  Math.min(2 * possessions, Math.floor(timeline.played(instant) * 2 * possessions))

/** A side that is `edge` points better over a game scores two points that much more often. */
const twos = (edge: number): number => TWO + edge / (4 * POSSESSIONS)

function moments(two: number): Moments {
  const mean = FREE_THROW + 2 * two + 3 * THREE
  return { mean, variance: FREE_THROW + 4 * two + 9 * THREE - mean * mean }
}

/** Half of the tied results count for each side: overtime is nearly even. */
function homeWins(lead: number, possessions: number, edge: number): number {
  if (possessions === 0) return lead === 0 ? 0.5 : lead > 0 ? 1 : 0
  const home = moments(twos(edge))
  const away = moments(twos(-edge))
  // the home side has the ball first, so of an odd number the away side has one more left
  const homeLeft = Math.floor(possessions / 2)
  const awayLeft = possessions - homeLeft
  const mean = lead + homeLeft * home.mean - awayLeft * away.mean
  const spread = Math.sqrt(homeLeft * home.variance + awayLeft * away.variance)
  return (normalCdf((mean + 0.5) / spread) + normalCdf((mean - 0.5) / spread)) / 2
}

function play(key: string, startsAt: number, edge: number): Stage[] {
  const draws = drawsFor(`${key}/breaks`)
  let from = startsAt
  const quarters = [1.5, 4, 1.5, 0].map((pause, index): [number, number] => {
    const quarter: [number, number] = [from, from + 12 * MINUTE]
    from = quarter[1] + (pause === 0 ? 0 : Math.round(pause * MINUTE * between(0.8, 1.2, draws(index))))
    return quarter
  })
  const stages = [stage(`${key}/regulation`, new Timeline(quarters), POSSESSIONS, edge, [0, 0])]
  for (let overtime = 1; level(stages); overtime++) {
    const starts = stages.at(-1)!.timeline.endsAt + 1.5 * MINUTE
    const timeline = new Timeline([[starts, starts + 5 * MINUTE]])
    stages.push(
      stage(`${key}/overtime/${overtime}`, timeline, OVERTIME_POSSESSIONS, edge, stages.at(-1)!.scores.at(-1)!),
    )
  }
  return stages
}

function level(stages: readonly Stage[]): boolean {
  const [home, away] = stages.at(-1)!.scores.at(-1)!
  return home === away
}

function stage(key: string, timeline: Timeline, possessions: number, edge: number, before: Score): Stage {
  const draws = drawsFor(key)
  const scores: Score[] = [before]
  let [home, away] = before
  for (let index = 0; index < 2 * possessions; index++) {
    const isHome = index % 2 === 0
    const points = pointsOf(draws(index), twos(isHome ? edge : -edge))
    if (isHome) home += points
    else away += points
    scores.push([home, away])
  }
  return { timeline, scores, possessions }
}

function pointsOf(draw: number, two: number): number {
  if (draw < two) return 2
  if (draw < two + THREE) return 3
  return draw < two + THREE + FREE_THROW ? 1 : 0
}
