// Twenty20 cricket: the visitors bat twenty overs, then the home side chases their runs and stops when it has more. A
// tie goes to a super over, which counts as one run for its winner.

import { MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor, normalCdf } from '../random.ts'
import { type Course, winnerOnly } from './course.ts'
import type { News } from './news.ts'
import { sumOf } from './scoring/distribution.ts'
import type { Score } from './scoring/outlook.ts'

const OVERS = 20
const OVER = 4 * MINUTE
const BREAK = 15 * MINUTE
const MEAN = 8.2
const DEVIATION = 4.2

/** `edge`: runs per over that the home side scores above the average, and the other side below it. */
export function cricketCourse(frame: { key: string; startsAt: number; edge: number; news: News }): Course {
  const { key, startsAt, news } = frame
  const edgeAt = (instant: number) => frame.edge + news.knownAt(instant)
  const away = innings(`${key}/away`, -edgeAt(startsAt), Number.POSITIVE_INFINITY)
  const home = innings(`${key}/home`, edgeAt(startsAt), away.at(-1)!)
  const chaseFrom = startsAt + OVERS * OVER + BREAK
  const tied = home.at(-1) === away.at(-1)
  const superOver = drawsFor(`${key}/super-over`)(0) < 0.5
  const lastOver = chaseFrom + (home.length - 1) * OVER
  const endsAt = tied ? lastOver + 12 * MINUTE : lastOver
  const result: Score = [home.at(-1)! + Number(tied && superOver), away.at(-1)! + Number(tied && !superOver)]
  const oversAt = (instant: number, from: number, most: number) =>
    Math.min(most, Math.max(0, Math.floor((instant - from) / OVER)))
  const overs = (instant: number) =>
    [oversAt(instant, chaseFrom, home.length - 1), oversAt(instant, startsAt, OVERS)] as const
  return {
    startsAt,
    endsAt,
    closesAt: endsAt,
    completedAt: endsAt + Math.round(between(2 * MINUTE, 6 * MINUTE, drawsFor(`${key}/completed`)(0))),
    pauses: tied ? [[lastOver - 30_000, lastOver + MINUTE]] : [],
    scoreAt: (instant) => {
      const [chased, batted] = overs(instant)
      return instant >= endsAt ? result : [home[chased]!, away[batted]!]
    },
    scoreOf: () => result,
    chancesAt: (instant) => {
      const [chased, batted] = overs(instant)
      const first = left(-edgeAt(instant), OVERS - batted)
      const chase = left(edgeAt(instant), chased === home.length - 1 && batted === OVERS ? 0 : OVERS - chased)
      const winHome = moreThan(chase, first, away[batted]! - home[chased]!)
      return { home: winHome, draw: null, away: 1 - winHome }
    },
    ...winnerOnly,
  }
}

/** Chances of 0, 1, 2 … runs in an over. */
function runs(edge: number): number[] {
  let below = 0
  return Array.from({ length: 37 }, (_, run) => {
    const upTo = run === 36 ? 1 : normalCdf((run + 0.5 - MEAN - edge) / DEVIATION)
    const chance = upTo - below
    below = upTo
    return chance
  })
}

/** Runs after each over, until they exceed the target. */
function innings(key: string, edge: number, target: number): number[] {
  const draws = drawsFor(key)
  const chances = runs(edge)
  const totals = [0]
  for (let over = 0; over < OVERS && totals.at(-1)! <= target; over++) {
    let draw = draws(over)
    let scored = 0
    while (draw >= chances[scored]! && scored < 36) draw -= chances[scored++]!
    totals.push(totals.at(-1)! + scored)
  }
  return totals
}

const left = (edge: number, overs: number) => sumOf(runs(edge), overs)

/**
 * The chance that one number exceeds the other by more than `lead`, plus half of the chance that it is exactly that
 * much more.
 */
function moreThan(one: ReturnType<typeof left>, other: ReturnType<typeof left>, lead: number): number {
  let chance = 0
  for (const [index, each] of other.chances.entries()) {
    const target = other.from + index + lead
    chance += each * (one.over(target) + one.at(target) / 2)
  }
  return chance
}
