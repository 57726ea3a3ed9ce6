import type { QueryClient } from '@tanstack/react-query'
import type { Game } from '#services/contract/contract.ts'
import { GAMES, isFresh } from '#ui/data/games.ts'

/** The newest revision of a game in any list fetched during this visit, for the first paint of its page. */
export function findCachedGame(client: QueryClient, eventId: string): Game | undefined {
  let newest: Game | undefined
  for (const query of client.getQueryCache().findAll({ queryKey: [GAMES] })) {
    const data: unknown = query.state.data
    if (!Array.isArray(data) || !isFresh(query.state.dataUpdatedAt)) continue
    const game = (data as Game[]).find((candidate) => candidate.id === eventId)
    if (game && (!newest || game.revision > newest.revision)) newest = game
  }
  return newest
}
