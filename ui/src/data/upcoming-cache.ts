// Upcoming games of the last visit, for the first paint only: 24 hours, or 30 minutes when one of them is near its start.
import type { Game } from '#services/contract/contract.ts'

const KEY = 'fairbook.upcoming'
const DAY_MS = 24 * 3_600_000
const HALF_HOUR_MS = 30 * 60_000
const NEAR_START_MS = 2 * 3_600_000
const MAX_GAMES = 60

export type KeptGames = { games: Game[]; savedAt: number }

/** How long a list saved at `savedAt` (by the games' own clock) may still be shown. */
export function keepFor(games: Pick<Game, 'commence_time'>[], savedAt: number): number {
  const near = games.some((game) => {
    const untilStart = Date.parse(game.commence_time) - savedAt
    return untilStart >= 0 && untilStart <= NEAR_START_MS
  })
  return near ? HALF_HOUR_MS : DAY_MS
}

export function readUpcoming(now = Date.now()): KeptGames | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (!isKept(kept)) return null
    const age = now - kept.savedAt
    return age >= 0 && age <= keepFor(kept.games, kept.savedAt) ? kept : null
  } catch {
    return null
  }
}

export function writeUpcoming(games: Game[], now = Date.now()): void {
  try {
    localStorage.removeItem(KEY)
    localStorage.setItem(KEY, JSON.stringify({ games: games.slice(0, MAX_GAMES), savedAt: now }))
  } catch {
    // A full or forbidden storage only costs the quick first paint.
  }
}

function isKept(value: unknown): value is KeptGames {
  return (
    typeof value === 'object' &&
    value !== null &&
    'games' in value &&
    Array.isArray(value.games) &&
    'savedAt' in value &&
    typeof value.savedAt === 'number'
  )
}
