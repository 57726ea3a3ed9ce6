// Faults at fixed low rates. Like everything else, they follow from the seed, the game and the time.

import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { between, drawsFor } from '../random.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import {
  type AnswerFaultKind,
  answerFaultKinds,
  type GameFault,
  type GameFaultKind,
  gameFaultKinds,
} from './game-fault.ts'

/** `rare`: as with a real provider. `season`: so often that a month has many of each. */
export type FaultLevel = 'off' | 'rare' | 'season'

/** Share of games that have a fault of each kind, and of hours in which a league, or the provider, has one. */
const RATES = { off: { game: 0, hour: 0 }, rare: { game: 0.001, hour: 0.0005 }, season: { game: 0.008, hour: 0.004 } }

/** How much later a postponed game may be: a bout within its evening, most games within the day, a few later. */
export const LATEST = { bout: 3 * HOUR, other: 60 * HOUR } as const

export function randomFault(game: SimulatedGame, level: FaultLevel): GameFault | null {
  if (level === 'off') return null
  const draws = drawsFor(`${game.key}/fault`)
  const kind = gameFaultKinds[Math.floor(draws(0) / RATES[level].game)]
  return kind === undefined ? null : faultOf(kind, game, draws)
}

/** Not so early that nobody has seen the game, nor so late that it is over. */
function faultOf(
  kind: GameFaultKind,
  { course, listedAt, league }: SimulatedGame,
  draws: (index: number) => number,
): GameFault {
  const { startsAt, closesAt } = course
  const before = Math.round(between(listedAt + 0.3 * (startsAt - listedAt), startsAt - MINUTE, draws(1)))
  const during = Math.round(between(startsAt + 0.2 * (closesAt - startsAt), closesAt - 2 * MINUTE, draws(1)))
  const somewhen = draws(2) < 0.5 ? before : during
  const latest = league.kind === 'bout' ? LATEST.bout : draws(3) < 0.8 ? 8 * HOUR : LATEST.other
  const minutes = (low: number, high: number) => Math.round(between(low, high, draws(4))) * MINUTE
  switch (kind) {
    case 'postponed':
    case 'reissued':
      return { kind, at: before, by: minutes(30, latest / MINUTE) }
    case 'cancelled':
      return { kind, at: before }
    case 'abandoned':
      return { kind, at: during, goneAt: during + minutes(20, 180) }
    case 'late-completion':
      return { kind, by: minutes(30, 300) }
    case 'score-corrected':
      return { kind, after: minutes(3, 60) }
    case 'tenfold-price':
    case 'missing-draw':
      return { kind, from: somewhen, until: somewhen + minutes(1, 6) }
    case 'duplicate':
      return { kind, from: before, until: Math.min(startsAt, before + minutes(5, 60)) }
  }
}

/** Replies that fail for one to five minutes of an hour, about one league or (with `league` null) all. */
export function randomAnswerFault(
  seed: string,
  league: string | null,
  instant: number,
  level: FaultLevel,
): AnswerFaultKind | null {
  if (level === 'off') return null
  const hour = Math.floor(instant / HOUR)
  const draws = drawsFor(`${seed}/${league ?? 'all'}/answers/${hour}`)
  const kind = answerFaultKinds[Math.floor(draws(0) / RATES[level].hour)]
  if (kind === undefined) return null
  const from = hour * HOUR + between(0, 50 * MINUTE, draws(1))
  return instant >= from && instant < from + between(MINUTE, 5 * MINUTE, draws(2)) ? kind : null
}
