// The upcoming games of the last visit, for the first paint only: kept for 24 hours, or 30 minutes if one is about to
// start.
import type { Game } from '#services/contract/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#ui/lib/time/durations.ts'

/** Which list: all upcoming games, or the Games of the Day. */
export type UpcomingList = 'upcoming' | 'games-of-the-day'
const keyOf = (list: UpcomingList) => `fairbook.${list}`
const HALF_HOUR_MS = 30 * MINUTE_MS
const NEAR_START_MS = 2 * HOUR_MS
const MAX_GAMES = 60

type CachedGames = { games: Game[]; savedAt: number }

function maxAgeMs({ games, savedAt }: CachedGames): number {
  const isNearStart = games.some((game) => {
    const untilStart = Date.parse(game.commence_time) - savedAt
    return untilStart >= 0 && untilStart <= NEAR_START_MS
  })
  return isNearStart ? HALF_HOUR_MS : DAY_MS
}

/** Null if nothing is stored, or it is too old. */
export function readUpcoming(now = Date.now(), list: UpcomingList = 'upcoming'): CachedGames | null {
  try {
    const cached: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? 'null')
    if (!isCachedGames(cached)) return null
    const age = now - cached.savedAt
    return age >= 0 && age <= maxAgeMs(cached) ? cached : null
  } catch {
    return null
  }
}

export function writeUpcoming(games: Game[], now = Date.now(), list: UpcomingList = 'upcoming'): void {
  try {
    localStorage.removeItem(keyOf(list))
    localStorage.setItem(keyOf(list), JSON.stringify({ games: games.slice(0, MAX_GAMES), savedAt: now }))
  } catch {
    // With storage full or blocked, only the quick first paint is lost.
  }
}

function isCachedGames(value: unknown): value is CachedGames {
  return (
    typeof value === 'object' &&
    value !== null &&
    'games' in value &&
    Array.isArray(value.games) &&
    'savedAt' in value &&
    typeof value.savedAt === 'number'
  )
}
