// GET /api/admin/bets and /api/admin/bets/totals: the bets of all bettors.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeskBets, DeskBetTotals } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { dayStart, daysBefore } from '#ui/lib/time/product-day.ts'
import type { BetsSearch } from '../model/section-searches.ts'
import { shows } from './shows.ts'

/** The call for a choice of filters. Days are business days; `to` is the last one. */
export function deskBetsPath({ key, size, sort, ...filter }: BetsSearch, format?: 'csv'): string {
  return `/api/admin/bets?${parametersOf({ ...filter, sort, ...(format === undefined ? { key, size } : { format }) })}`
}

function parametersOf({ from, to, ...rest }: BetsSearch & { format?: string }): URLSearchParams {
  const asked = { ...rest, since: from && dayStart(from), until: to && dayStart(daysBefore(to, -1)) }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) parameters.set(name, value)
  return parameters
}

/**
 * Totals over all bets of the filter, whatever the order and page. Not kept while another filter loads, so that the
 * sums of one are never shown for another.
 */
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
