import { useQuery } from '@tanstack/react-query'
import { liveGamesQuery } from '#ui/data/games.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { gamePhase } from './game-status.ts'

/** How many games are in play; null before it is known. Asked once, then kept by pushes and by the pages that ask again. */
export function useLiveCount(): number | null {
  const { data } = useQuery({
    ...liveGamesQuery(),
    refetchInterval: false,
    select: (games) => games.filter((game) => gamePhase(game, businessNow()) === 'live').length,
  })
  return data ?? null
}
