// What the server pushes, put into the query cache. HTTP replies stay the truth; a push only shortens the wait, and one
// that is older than what is shown changes nothing.
import type { QueryClient } from '@tanstack/react-query'
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Game, Push } from '#services/contract/contract.ts'
import { updateUser } from '../session.ts'
import { businessNow, setClock } from '../time/business-clock.ts'

type GameUpdates = ReadonlyMap<string, Game>

/** The same list where nothing is newer; else a copy with the newer games in their old places. */
export function patchGames(games: Game[], updates: GameUpdates): Game[] {
  let changed = false
  const next = games.map((game) => {
    const update = updates.get(game.id)
    if (!update || update.revision <= game.revision) return game
    changed = true
    return replaceEqualDeep(game, update)
  })
  return changed ? next : games
}

/** Adds those updates that belong to a list and are not in it yet. */
export function admitGames(games: Game[], updates: GameUpdates, belongs: (game: Game) => boolean): Game[] {
  const present = new Set(games.map((game) => game.id))
  const admitted = [...updates.values()].filter((game) => !present.has(game.id) && belongs(game))
  if (admitted.length === 0) return games
  return [...games, ...admitted].sort((a, b) => a.commence_time.localeCompare(b.commence_time))
}

/** Started, not completed: what the server's list of live games holds. */
export function isInPlay(game: Game, now: number): boolean {
  return !game.completed && Date.parse(game.commence_time) <= now
}

export function isUpcoming(game: Game, now: number): boolean {
  return !game.completed && Date.parse(game.commence_time) > now
}

/** Whether an unknown game is to be added to the list under this query key. */
export function belongsTo(queryKey: readonly unknown[], now: number): (game: Game) => boolean {
  const [, list, key] = queryKey
  if (list === 'live') return (game) => isInPlay(game, now)
  if (list === 'upcoming') return (game) => isUpcoming(game, now) && game.odds !== undefined
  if (list === 'league') return (game) => !game.completed && (game.league_key === key || game.sport === key)
  return () => false
}

/**
 * A reply that was under way while something newer was pushed must not take the screen back: of each game the higher
 * revision stays. Equal games keep their identity, so that rows do not render again.
 */
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

function isGame(value: unknown): value is Game {
  return typeof value === 'object' && value !== null && 'revision' in value && 'id' in value
}

/** Puts a frame's worth of pushes into the cache: games are patched in one go, the rest is fetched again. */
export function applyPushes(client: QueryClient, pushes: Push[]): void {
  const updates = new Map<string, Game>()
  const stale = new Set<string>()
  for (const push of pushes) {
    switch (push.kind) {
      case 'hello':
        setClock(push.clock)
        break
      case 'game': {
        const known = updates.get(push.game.id)
        if (!known || push.game.revision > known.revision) updates.set(push.game.id, push.game)
        break
      }
      case 'account':
        updateUser(push.user)
        break
      case 'bets':
        stale.add('bets')
        break
      case 'admin':
        stale.add('admin')
        break
      case 'reset':
        for (const key of ['games', 'bets', 'admin']) stale.add(key)
        break
      default:
        // A kind of a newer server: nothing that we know of changed.
        break
    }
  }
  if (updates.size > 0) applyGames(client, updates)
  for (const key of stale) void client.invalidateQueries({ queryKey: [key] })
}

function applyGames(client: QueryClient, updates: GameUpdates): void {
  const now = businessNow()
  for (const query of client.getQueryCache().findAll({ queryKey: ['games'] })) {
    const data: unknown = query.state.data
    const patched = Array.isArray(data)
      ? admitGames(patchGames(data as Game[], updates), updates, belongsTo(query.queryKey, now))
      : isGame(data)
        ? (patchGames([data], updates)[0] ?? data)
        : data
    // The age of the last full reply stays: pushes do not postpone the next one.
    if (patched !== data) client.setQueryData(query.queryKey, patched, { updatedAt: query.state.dataUpdatedAt })
  }
}
