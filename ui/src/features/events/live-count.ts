import { useQuery } from '@tanstack/react-query'
import { businessNow } from '../../lib/time.ts'
import { liveGamesQuery } from './api/games.ts'
import { gamePhase } from './status.ts'

/** How many games are in play, as far as some page has asked; null before. Never asks by itself. */
export function useLiveCount(): number | null {
  const { data } = useQuery({
    ...liveGamesQuery(),
    enabled: false,
    refetchInterval: false,
    select: (games) => games.filter((game) => gamePhase(game, businessNow()) === 'live').length,
  })
  return data ?? null
}
