// What is listed for a league at an instant.

import { DAY } from '#services/platform/clock/durations.ts'
import type { Faults } from '../faults/faults.ts'
import { type Listing, listingsOf } from '../faults/listing.ts'
import { LATEST } from '../faults/random-faults.ts'
import type { League } from '../schedule/leagues/league.ts'
import { longestGame, type Schedule } from '../schedule/schedule.ts'

/** How long after their start completed games stay in the scores. */
const RETENTION = 3 * DAY

export type Listed = {
  /** Games that are not gone from the scores yet, in order. */
  known(league: League, instant: number): Listing[]
  /** Games before their start and in play, in order. */
  open(league: League, instant: number): Listing[]
}

export const byStart = ({ game: one }: Listing, { game: other }: Listing): number =>
  one.course.startsAt - other.course.startsAt || (one.id < other.id ? -1 : 1)

export function createListed(schedule: Schedule, faults: Faults): Listed {
  function startingSince(league: League, from: number, instant: number): Listing[] {
    // a postponed game may have been planned for much earlier
    const earliest = faults.mayMove ? from - LATEST[league.kind === 'bout' ? 'bout' : 'other'] : from
    return schedule
      .starting(league, earliest, instant + league.listedAhead)
      .filter(({ listedAt }) => listedAt <= instant)
      .flatMap((game) => listingsOf(game, faults.ofGame(game), instant))
      .filter(({ game }) => game.course.startsAt > from)
      .sort(byStart)
  }
  return {
    known: (league, instant) => startingSince(league, instant - RETENTION, instant),
    open: (league, instant) =>
      startingSince(league, instant - longestGame(league), instant).filter(
        ({ game, offered }) => offered && game.course.endsAt > instant,
      ),
  }
}
