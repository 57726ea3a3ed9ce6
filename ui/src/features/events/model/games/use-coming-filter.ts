import { useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { businessNow, useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { useFavourites } from '../favourites.ts'
import { type ComingFilter, filterComing } from './coming-filter.ts'

const MINUTE_MS = 60_000

/** The games that the filter lets through, evaluated every minute of business time. */
export function useComingFilter(games: Game[] | undefined, when: ComingFilter | null): Game[] | undefined {
  const favourites = useFavourites()
  const minute = useBusinessTime((now) => Math.floor(now / MINUTE_MS))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter depends on the current minute
  return useMemo(() => games && filterComing(games, when, businessNow(), favourites), [games, when, favourites, minute])
}
