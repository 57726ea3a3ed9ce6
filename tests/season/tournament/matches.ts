// A knock-out tournament: a tie that is level after ninety minutes goes to extra time, and then to penalties. The
// provider's score includes those, as with real ones.
import { MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { drawsFor } from '#services/simulator/random.ts'
import type { Pair } from '../replay/game.ts'

/** `late`: over after ninety minutes, but reported long after. `unseen`: not among the scores around its end. */
export type Course = 'ninety minutes' | 'extra time' | 'penalties' | 'late' | 'unseen'

export type Match = {
  readonly id: string
  readonly home: string
  readonly away: string
  readonly startsAt: number
  readonly course: Course
  readonly ninety: Pair
  /** The provider's final score: with the goals of extra time, and one for the penalties. */
  readonly final: Pair
  readonly completedAt: number
  /** Not among the scores in between. */
  readonly hidden: readonly [from: number, until: number]
}

export const LEAGUE = 'soccer_fifa_world_cup'
/** Until a tie whose end nobody saw is decided by hand, if it is not over by then. */
export const LONGEST = 190 * MINUTE
const AT_ONCE = 10
const WAVE = 20 * MINUTE
/** Hidden from before the end until well after the time that distinguishes ninety minutes from extra time. */
const HIDDEN = [95 * MINUTE, 150 * MINUTE] as const
const NOT_HIDDEN = [0, 0] as const

/** This many ties, ten at a time; the first ones start at `first`. */
export function matchesOf(seed: string, count: number, first: number): Match[] {
  return Array.from({ length: count }, (_, n) => matchOf(seed, n, first + Math.floor(n / AT_ONCE) * WAVE))
}

function matchOf(seed: string, n: number, startsAt: number): Match {
  const draw = drawsFor(`${seed}/${n}`)
  const goals = (at: number) => Math.floor(draw(at) ** 1.6 * 4.2)
  const ninety: Pair = [goals(0), goals(1)]
  const isLevel = ninety[0] === ninety[1]
  const extra: Pair = isLevel ? [Math.floor(draw(2) * 1.6), Math.floor(draw(3) * 1.6)] : [0, 0]
  const onPenalties = isLevel && extra[0] === extra[1]
  const penalty: Pair = onPenalties ? (draw(4) < 0.5 ? [1, 0] : [0, 1]) : [0, 0]
  const odd = draw(5)
  const course: Course = onPenalties
    ? 'penalties'
    : isLevel
      ? 'extra time'
      : odd < 0.1
        ? 'late'
        : odd < 0.2
          ? 'unseen'
          : 'ninety minutes'
  const overAfter = { 'ninety minutes': 112, 'extra time': 146, penalties: 160, late: 141, unseen: 112 }[course]
  return {
    ...{
      id: `${n}`.padStart(32, 'c'),
      home: `Home Club ${n + 1}`,
      away: `Away Club ${n + 1}`,
      startsAt,
      course,
      ninety,
    },
    final: [ninety[0] + extra[0] + penalty[0], ninety[1] + extra[1] + penalty[1]],
    completedAt: startsAt + (overAfter + 3 * draw(6)) * MINUTE,
    hidden: course === 'unseen' ? [startsAt + HIDDEN[0], startsAt + HIDDEN[1]] : NOT_HIDDEN,
  }
}

/** Whether the product can know that it was decided in ninety minutes. */
export const isSettled = ({ course }: Match): boolean => course === 'ninety minutes'

const PLAYED = { half: 45 * MINUTE, whole: 108 * MINUTE } as const

/** Half of the goals come in each half, those of extra time at its end. */
export function scoreAt(match: Match, now: number): Pair | null {
  const played = now - match.startsAt
  if (played < 30 * SECOND) return null
  if (now >= match.completedAt) return match.final
  if (played < PLAYED.half) return [0, 0]
  const [home, away] = match.ninety
  return played < PLAYED.whole ? [Math.ceil(home / 2), Math.floor(away / 2)] : match.ninety
}
