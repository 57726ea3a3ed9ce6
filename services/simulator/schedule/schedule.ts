// Which games there are at an instant. Each game follows from the seed and the number of its slot.

import { LRUCache } from 'lru-cache'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { bout } from './bout.ts'
import type { League } from './leagues/league.ts'
import { match } from './match.ts'
import type { SimulatedGame } from './simulated-game.ts'
import { tournament } from './tournament.ts'

const LONGEST_BOUT = 40 * MINUTE
const LONGEST_TOURNAMENT = 11 * HOUR
/** Including overtimes. */
const LONGEST_MATCH = 4 * HOUR
/** Six days of every league: three during which scores are shown, and as many again for games that were moved. */
const MAX_CACHED = 8_192

export type Schedule = {
  /** Games that are planned to start between two instants, by slot. */
  starting(league: League, from: number, to: number): SimulatedGame[]
}
/** No game of the league takes longer. */
export const longestGame = ({ kind }: League): number =>
  kind === 'tournament' ? LONGEST_TOURNAMENT : kind === 'bout' ? LONGEST_BOUT : LONGEST_MATCH

export function createSchedule(seed: string): Schedule {
  // cached because they are expensive to compute, not because they could change
  const games = new LRUCache<string, SimulatedGame>({ max: MAX_CACHED })
  const gameOf = (league: League, slot: number): SimulatedGame => {
    const key = `${seed}/${league.key}/${slot}`
    let game = games.get(key)
    if (game === undefined) {
      game = made(seed, league, slot, key)
      games.set(key, game)
    }
    return game
  }
  return {
    starting(league, from, to) {
      const found: SimulatedGame[] = []
      const [first, last] = slotsStarting(league, from, to)
      for (let slot = first; slot <= last; slot++) {
        const game = gameOf(league, slot)
        if (game.course.startsAt > from && game.course.startsAt <= to) found.push(game)
      }
      return found
    },
  }
}

function made(seed: string, league: League, slot: number, key: string): SimulatedGame {
  if (league.kind === 'bout') return bout(league, slot, key)
  return league.kind === 'tournament' ? tournament(league, slot, key) : match(seed, league, slot, key)
}

/** Slots whose games may start between two instants; a few more than actually do. */
function slotsStarting(league: League, from: number, to: number): [first: number, last: number] {
  const { period } = league
  if (league.kind === 'bout') {
    return [Math.floor((from - league.offset) / period), Math.ceil((to - league.offset + LONGEST_BOUT) / period) + 1]
  }
  if (league.kind === 'tournament') return [Math.floor(from / period) - 1, Math.ceil(to / period) + 1]
  return [Math.floor((from - league.offset) / period), Math.ceil((to - league.offset) / period)]
}
