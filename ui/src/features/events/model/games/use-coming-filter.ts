import { useEffect, useMemo, useRef } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { businessNow, useBusinessMinute } from '#ui/lib/time/business-clock.ts'
import { useFavourites } from '../favourites.ts'
import { type ComingFilter, filterComing } from './coming-filter.ts'

/**
 * The games that the filter lets through, evaluated every minute of business time. `isSeen`: they are on screen, and
 * what starts stays.
 */
export function useComingFilter(
  games: Game[] | undefined,
  when: ComingFilter | null,
  isSeen = false,
): Game[] | undefined {
  const favourites = useFavourites()
  const minute = useBusinessMinute()
  const shown = useRef<{ when: ComingFilter | null; ids: ReadonlySet<string> }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter depends on the current minute
  const data = useMemo(() => {
    const held = isSeen && shown.current?.when === when ? shown.current.ids : undefined
    return games && filterComing(games, when, businessNow(), favourites, held)
  }, [games, when, favourites, minute, isSeen])
  useEffect(() => {
    shown.current = { when, ids: new Set(data?.map(({ id }) => id)) }
  }, [data, when])
  return data
}
