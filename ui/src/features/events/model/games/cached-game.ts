import type { QueryClient } from '@tanstack/react-query'
import type { Game } from '#services/contract/contract.ts'
import { GAMES, isFresh } from '#ui/data/games.ts'

/** What some list of this visit knows of a game, for the first paint of its page; the newest revision of all. */
export function gameInLists(client: QueryClient, eventId: string): Game | undefined {
  let best: Game | undefined
  for (const query of client.getQueryCache().findAll({ queryKey: [GAMES] })) {
    const data: unknown = query.state.data
    if (!Array.isArray(data) || !isFresh(query.state.dataUpdatedAt)) continue
    const game = (data as Game[]).find((candidate) => candidate.id === eventId)
    if (game && (!best || game.revision > best.revision)) best = game
  }
  return best
}
