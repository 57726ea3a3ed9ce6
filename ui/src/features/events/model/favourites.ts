// The visitor's favourites, leagues and teams: stored locally, shared by all tabs.
import { useSyncExternalStore } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { Listeners } from '#ui/lib/listeners.ts'
import { subscribeStorage } from '#ui/lib/storage-events.ts'

const KEY = 'fairbook.favourites'
/** Beyond this number, the oldest are dropped. */
const MAX_FAVOURITES = 200

const listeners = new Listeners()
let current = read()
/** Without storage the favourites last as long as the page. */
let isStored = true

/** The key of a league, and of a team: a team's name is unique within its sport. */
export const leagueFavourite = (leagueKey: string): string => `league ${leagueKey}`
export const teamFavourite = (sport: string, team: string): string => `team ${sport} ${team}`

function read(): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

/**
 * Applied to what is stored at that moment: another tab may have changed that without this one having been told yet.
 */
export function toggleFavourite(key: string): void {
  const next = isStored ? read() : new Set(current)
  // By how the star looks here: one that another tab has set too stays set.
  if (current.has(key)) next.delete(key)
  else next.add(key)
  current = new Set([...next].slice(-MAX_FAVOURITES))
  try {
    localStorage.setItem(KEY, JSON.stringify([...current]))
    isStored = true
  } catch {
    isStored = false
  }
  listeners.notify()
}

/** The keys of all favourites; re-renders when they change in any tab. */
export function useFavourites(): ReadonlySet<string> {
  return useSyncExternalStore(listeners.subscribe, () => current)
}

/** Whether the game's league or one of its teams is a favourite. */
export function isFavourite(
  game: Pick<Game, 'league_key' | 'sport' | 'home_team' | 'away_team'>,
  favourites: ReadonlySet<string>,
): boolean {
  return (
    favourites.has(leagueFavourite(game.league_key)) ||
    favourites.has(teamFavourite(game.sport, game.home_team)) ||
    favourites.has(teamFavourite(game.sport, game.away_team))
  )
}

subscribeStorage([KEY], () => {
  if (isStored) current = read()
  listeners.notify()
})
