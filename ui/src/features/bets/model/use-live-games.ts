import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { liveGamesQuery } from '#ui/data/games.ts'

/** The games in play by id, for the scores and minutes beside legs; pushes keep them up to date. */
export function useLiveGames(): ReadonlyMap<string, Game> {
  const { data } = useQuery(liveGamesQuery())
  return useMemo(() => new Map((data ?? []).map((game) => [game.id, game])), [data])
}
