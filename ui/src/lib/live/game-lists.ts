// Updates lists of games. The higher revision of a game wins. Unchanged games keep their identity, so that their rows
// do not render again.
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Game } from '#services/contract/contract.ts'

export type GameUpdates = ReadonlyMap<string, Game>

/** Replaces games by newer revisions in place; returns the same list where there are none. */
export function patchGames(games: Game[], updates: GameUpdates): Game[] {
  let hasChanged = false
  const next = games.map((game) => {
    const update = updates.get(game.id)
    if (!update || update.revision <= game.revision) return game
    hasChanged = true
    return replaceEqualDeep(game, update)
  })
  return hasChanged ? next : games
}

/** Adds the updates that belong to the list and are not in it yet. */
export function addGames(games: Game[], updates: GameUpdates, belongs: (game: Game) => boolean): Game[] {
  const present = new Set(games.map((game) => game.id))
  const added = [...updates.values()].filter((game) => !present.has(game.id) && belongs(game))
  if (added.length === 0) return games
  return [...games, ...added].sort((a, b) => a.commence_time.localeCompare(b.commence_time))
}

/** Whether a new game belongs in the list with this query key. */
export function listFilter(queryKey: readonly unknown[], now: number): (game: Game) => boolean {
  const [, list, key] = queryKey
  return (game) => {
    if (game.completed || game.unlisted) return false
    const hasStarted = Date.parse(game.commence_time) <= now
    if (list === 'live') return hasStarted
    if (list === 'upcoming') return !hasStarted && game.odds !== undefined
    return list === 'league' && (game.league_key === key || game.sport === key)
  }
}

/** For `structuralSharing`: a reply sent before a newer push must not overwrite it. */
export function keepNewer(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Map((before as Game[]).map((game) => [game.id, game]))
    return replaceEqualDeep(
      before,
      (after as Game[]).map((game) => newer(known.get(game.id), game)),
    )
  }
  if (isGame(before) && isGame(after) && before.id === after.id) return replaceEqualDeep(before, newer(before, after))
  return replaceEqualDeep(before, after)
}

function newer(known: Game | undefined, game: Game): Game {
  return known && known.revision > game.revision ? known : game
}

export function isGame(value: unknown): value is Game {
  return typeof value === 'object' && value !== null && 'revision' in value && 'id' in value
}
