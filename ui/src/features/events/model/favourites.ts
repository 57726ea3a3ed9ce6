// The leagues and teams that the visitor starred: stored locally, shared by all tabs.
import { useSyncExternalStore } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { Listeners } from '#ui/lib/listeners.ts'
import { subscribeStorage } from '#ui/lib/storage-events.ts'

const KEY = 'fairbook.favourites'
/** Oldest first; what exceeds it is forgotten. */
const MAX_FAVOURITES = 200

const listeners = new Listeners()
let current = read()
/** Without storage the choice lasts as long as the page. */
let isStored = true

/** The key of a league, or of a team, which is one by its name in a sport. */
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

/** Among those stored then: another tab may have changed them, and this one may not have been told yet. */
export function toggleFavourite(key: string): void {
  const next = isStored ? read() : new Set(current)
  // the visitor does to a star what it looks like: set there and not yet here, it stays set
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

export function useFavourites(): ReadonlySet<string> {
  return useSyncExternalStore(listeners.subscribe, () => current)
}

/** Whether its league or one of its teams is starred. */
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
