import { useQuery } from '@tanstack/react-query'
import { liveGamesQuery } from '#ui/data/games.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { gamePhase } from './game-status.ts'

/**
 * The number of games in play; null until it is known, and if the first fetch fails. Fetched once: pushes and other
 * pages keep it up to date.
 */
export function useLiveCount(): number | null {
  const { data } = useQuery({
    ...liveGamesQuery(),
    refetchInterval: false,
    select: (games) => games.filter((game) => gamePhase(game, businessNow()) === 'live').length,
  })
  return data ?? null
}
