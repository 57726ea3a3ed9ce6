// Which games there are at an instant. Each game follows from the seed and the number of its slot.

import { LRUCache } from 'lru-cache'
import { DAY, MINUTE } from '#services/platform/clock/durations.ts'
import { bout } from './bout.ts'
import type { League } from './leagues.ts'
import { match } from './match.ts'
import type { SimulatedGame } from './simulated-game.ts'

/** Completed games stay in the scores this long after their start. */
const RETENTION = 3 * DAY
const LONGEST_BOUT = 20 * MINUTE
/** More than three days of every league. */
const MAX_CACHED = 4_096

export type Schedule = {
  /** Games that are listed and not yet gone from the scores at an instant, by slot. */
  known(league: League, instant: number, retention?: number): SimulatedGame[]
  /** Games that are listed and not yet over at an instant. */
  open(league: League, instant: number): SimulatedGame[]
}

export function createSchedule(seed: string): Schedule {
  // cached because they are expensive to compute, not because they could change
  const games = new LRUCache<string, SimulatedGame>({ max: MAX_CACHED })
  const gameOf = (league: League, slot: number): SimulatedGame => {
    const key = `${seed}/${league.key}/${slot}`
    let game = games.get(key)
    if (game === undefined) {
      game = league.kind === 'bout' ? bout(league, slot, key) : match(seed, league, slot, key)
      games.set(key, game)
    }
    return game
  }

  const known = (league: League, instant: number, retention = RETENTION): SimulatedGame[] => {
    const found: SimulatedGame[] = []
    const [first, last] = slotsStarting(league, instant - retention, instant + league.listedAhead)
    for (let slot = first; slot <= last; slot++) {
      const game = gameOf(league, slot)
      if (game.listedAt <= instant && game.course.startsAt + retention > instant) found.push(game)
    }
    return found
  }
  return {
    known,
    // no game takes longer than three hours, including overtimes
    open: (league, instant) => known(league, instant, 180 * MINUTE).filter((game) => game.course.endsAt > instant),
  }
}

/** Slots whose games may start between two instants: a few more than actually do. */
function slotsStarting(league: League, from: number, to: number): [first: number, last: number] {
  if (league.kind === 'bout') {
    return [Math.floor(from / league.period), Math.ceil((to + LONGEST_BOUT) / league.period) + 1]
  }
  return [Math.floor((from - league.offset) / league.period), Math.ceil((to - league.offset) / league.period)]
}
