// GET /api/admin/bets: everybody's bets.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeskBets } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { dayStart, daysBefore } from '#ui/lib/time/product-day.ts'
import type { BetsSearch } from '../model/section-searches.ts'
import { shows } from './shows.ts'

/** The call of a choice; days are the product's, `to` is the last of them. */
export function deskBetsPath({ from, to, key, size, ...filter }: BetsSearch, format?: 'csv'): string {
  const asked = {
    ...filter,
    since: from && dayStart(from),
    until: to && dayStart(daysBefore(to, -1)),
    ...(format === undefined ? { key, size } : { format }),
  }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) parameters.set(name, value)
  return `/api/admin/bets?${parameters}`
}

/** The previous page stays visible while the next one loads. */
export const deskBetsQuery = (search: BetsSearch) =>
  queryOptions({
    queryKey: ['admin', 'bets', search],
    meta: shows('bets', 'settlement', 'games'),
    queryFn: ({ signal }) => request<DeskBets>(deskBetsPath(search), { signal }),
    placeholderData: keepPreviousData,
  })
