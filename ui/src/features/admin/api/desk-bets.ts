// GET /api/admin/bets and /api/admin/bets/totals: everybody's bets.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeskBets, DeskBetTotals } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { dayStart, daysBefore } from '#ui/lib/time/product-day.ts'
import type { BetsSearch } from '../model/section-searches.ts'
import { shows } from './shows.ts'

/** The call of a choice; days are the product's, `to` is the last of them. */
export function deskBetsPath({ key, size, sort, ...filter }: BetsSearch, format?: 'csv'): string {
  return `/api/admin/bets?${parametersOf({ ...filter, sort, ...(format === undefined ? { key, size } : { format }) })}`
}

function parametersOf({ from, to, ...rest }: BetsSearch & { format?: string }): URLSearchParams {
  const asked = { ...rest, since: from && dayStart(from), until: to && dayStart(daysBefore(to, -1)) }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) parameters.set(name, value)
  return parameters
}

/** Of all bets of the choice, in whatever order and on whatever page. Sums of another choice are never shown for it meanwhile. */
export const deskBetTotalsQuery = ({ key: _, size: __, sort: ___, ...filter }: BetsSearch) =>
  queryOptions({
    queryKey: ['admin', 'bets', 'totals', filter],
    meta: shows('bets', 'settlement'),
    queryFn: ({ signal }) => request<DeskBetTotals>(`/api/admin/bets/totals?${parametersOf(filter)}`, { signal }),
  })

/** The previous page stays visible while the next one loads. */
export const deskBetsQuery = (search: BetsSearch) =>
  queryOptions({
    queryKey: ['admin', 'bets', search],
    meta: shows('bets', 'settlement', 'games'),
    queryFn: ({ signal }) => request<DeskBets>(deskBetsPath(search), { signal }),
    placeholderData: keepPreviousData,
  })
