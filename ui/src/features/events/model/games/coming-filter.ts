// Filters upcoming games: by day, in the time zone of the screens, or by the visitor's favourites.
import type { Game } from '#services/contract/contract.ts'
import { HOUR_MS } from '#ui/lib/time/durations.ts'
import { formatDate } from '#ui/lib/time/format.ts'
import { isFavourite } from '../favourites.ts'

export type ComingFilter = 'today' | 'tomorrow' | 'hour' | 'favourites'
export const COMING_FILTERS: readonly ComingFilter[] = ['today', 'tomorrow', 'hour', 'favourites']

/** The filter in the address, `?when=today`; anything else means all games. */
export function parseWhen(search: Record<string, unknown>): { when?: ComingFilter } {
  const known = COMING_FILTERS.find((filter) => filter === search.when)
  return known ? { when: known } : {}
}

/**
 * The games that a filter lets through; all of them without one. Of those in `held`, which are on screen, none goes
 * because it has started.
 */
export function filterComing(
  games: Game[],
  filter: ComingFilter | null,
  now: number,
  favourites: ReadonlySet<string>,
  held?: ReadonlySet<string>,
): Game[] {
  if (filter === null) return games
  if (filter === 'favourites') return games.filter((game) => isFavourite(game, favourites))
  if (filter === 'hour')
    return games.filter((game) => {
      const untilStart = Date.parse(game.commence_time) - now
      return untilStart <= HOUR_MS && (untilStart >= 0 || held?.has(game.id) === true)
    })
  const day = filter === 'today' ? formatDate(now) : dayAfter(now)
  return games.filter((game) => formatDate(game.commence_time) === day)
}

/** Steps by the hour, because not every day has 24 of them. */
function dayAfter(now: number): string {
  const today = formatDate(now)
  let at = now
  while (formatDate(at) === today) at += HOUR_MS
  return formatDate(at)
}
