// Basketball: alternating possessions, each worth 0 to 3 points. If the score is level at the end, overtimes follow
// until one side leads.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import { type Course, chancesOf, type Scope } from './course.ts'
import type { News } from './news.ts'
import { type Distribution, sumOf } from './scoring/distribution.ts'
import type { Ending } from './scoring/ending.ts'
import { type Outlook, outlookOf, type Score } from './scoring/outlook.ts'
import { FREE_THROW, type Pace, pointsOf, THREE, twos } from './scoring/possessions.ts'
import { remembered } from './scoring/remembered.ts'
import { Timeline } from './timeline.ts'

/** Scores after each possession, home and away in turn. */
type Stage = { readonly timeline: Timeline; readonly scores: readonly Score[]; readonly possessions: number }
export type BasketballFrame = {
  readonly key: string
  readonly startsAt: number
  /** The expected margin of the home side, in points. */
  readonly edge: number
  readonly news: News
  readonly pace: Pace
}

export function basketballCourse(frame: BasketballFrame): Course {
  const { key, startsAt, news, pace } = frame
  const edgeAt = (instant: number) => frame.edge + news.knownAt(instant)
  const stages = play(key, startsAt, edgeAt(startsAt), pace)
  const [regulation] = stages
  const last = stages.at(-1)!
  const endsAt = last.timeline.endsAt
  const stageAt = (instant: number) => stages.find((stage) => instant < stage.timeline.endsAt) ?? last
  const scoreAt = (instant: number): Score => {
    const stage = stageAt(instant)
    return stage.scores[done(stage, instant)]!
  }
  /** How many possessions, the same for both sides, are over after a part of regulation. */
  const possessionsOf = (scope: Scope): number | null => {
    if (scope === 'q1') return 2 * Math.floor(pace.possessions / 4)
    if (scope === 'h1') return 2 * Math.floor(pace.possessions / 2)
    return scope === 'regulation' ? 2 * pace.possessions : null
  }
  const calculate = remembered(startsAt, (instant: number, scope: Scope): Outlook => {
    const stage = scope === 'final' ? stageAt(instant) : regulation!
    const until = possessionsOf(scope) ?? 2 * stage.possessions
    const edge = edgeAt(instant)
    const over = done(stage, instant)
    const endings = scope === 'final' ? overtimes(edge, pace) : []
    return outlookOf(scoreAt(instant), ...left(until - over, edge, pace), endings)
  })
  return {
    startsAt,
    endsAt,
    closesAt: endsAt,
    completedAt: endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, drawsFor(`${key}/completed`)(0))),
    pauses: stages.slice(0, -1).map(({ timeline }) => [timeline.endsAt - 20_000, timeline.endsAt + 50_000]),
    scoreAt,
    chancesAt: (instant) => chancesOf(calculate(instant, 'final'), false),
    outlookAt: (instant, scope) => {
      if (scope === 'final') return instant < endsAt ? calculate(instant, scope) : null
      const until = possessionsOf(scope)
      return until === null || done(regulation!, instant) >= until ? null : calculate(instant, scope)
    },
    scoreOf: (scope) => regulation!.scores[possessionsOf(scope) ?? -1] ?? scoreAt(endsAt),
  }
}

/** How many possessions of a stage are over. */
const done = ({ timeline, possessions }: Stage, instant: number): number =>
  Math.min(2 * possessions, Math.floor(timeline.played(instant) * 2 * possessions))

/**
 * What both sides still score in this many possessions. If the number is odd, the away side, which has the ball second,
 * has one more.
 */
function left(possessions: number, edge: number, pace: Pace): [home: Distribution, away: Distribution] {
  const chances = (two: number) => [1 - two - THREE - FREE_THROW, FREE_THROW, two, THREE]
  return [
    sumOf(chances(twos(edge, pace)), Math.floor(possessions / 2)),
    sumOf(chances(twos(-edge, pace)), Math.ceil(possessions / 2)),
  ]
}

const known = new WeakMap<Pace, Map<number, Ending[]>>()

/**
 * What overtimes add to a level score. Edges are rounded to a quarter of a point, which is precise enough for five
 * minutes.
 */
function overtimes(edge: number, pace: Pace): Ending[] {
  const byEdge = known.get(pace) ?? new Map<number, Ending[]>()
  known.set(pace, byEdge)
  const near = Math.round(edge * 4) / 4
  let endings = byEdge.get(near)
  if (endings === undefined) {
    const [home, away] = left(2 * pace.overtime, near, pace)
    endings = []
    for (const [h, chance] of home.chances.entries()) {
      for (const [a, other] of away.chances.entries()) {
        // level again: the next overtime is assumed to add nothing
        if (h !== a && chance * other > 1e-5) endings.push({ home: h, away: a, chance: chance * other })
      }
    }
    const sum = endings.reduce((total, { chance }) => total + chance, 0)
    endings = endings.map((ending) => ({ ...ending, chance: ending.chance / sum }))
    byEdge.set(near, endings)
  }
  return endings
}

function play(key: string, startsAt: number, edge: number, pace: Pace): Stage[] {
  const draws = drawsFor(`${key}/breaks`)
  let from = startsAt
  const quarters = [1.5, 4, 1.5, 0].map((pause, index): [number, number] => {
    const quarter: [number, number] = [from, from + pace.quarterMinutes * MINUTE]
    from = quarter[1] + (pause === 0 ? 0 : Math.round(pause * MINUTE * between(0.8, 1.2, draws(index))))
    return quarter
  })
  const stages = [stage(`${key}/regulation`, new Timeline(quarters), pace.possessions, edge, [0, 0], pace)]
  for (let overtime = 1; level(stages); overtime++) {
    const starts = stages.at(-1)!.timeline.endsAt + 1.5 * MINUTE
    const timeline = new Timeline([[starts, starts + 5 * MINUTE]])
    const before = stages.at(-1)!.scores.at(-1)!
    stages.push(stage(`${key}/overtime/${overtime}`, timeline, pace.overtime, edge, before, pace))
  }
  return stages
}

function level(stages: readonly Stage[]): boolean {
  const [home, away] = stages.at(-1)!.scores.at(-1)!
  return home === away
}

function stage(key: string, timeline: Timeline, possessions: number, edge: number, before: Score, pace: Pace): Stage {
  const draws = drawsFor(key)
  const scores: Score[] = [before]
  let [home, away] = before
  for (let index = 0; index < 2 * possessions; index++) {
    const isHome = index % 2 === 0
    const points = pointsOf(draws(index), twos(isHome ? edge : -edge, pace))
    if (isHome) home += points
    else away += points
    scores.push([home, away])
  }
  return { timeline, scores, possessions }
}
