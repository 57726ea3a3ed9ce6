// GET /api/admin/float and /api/admin/float/days: the admin's own float.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FloatDays, FloatStatement } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { dayStart, daysBefore } from '#ui/lib/time/product-day.ts'
import type { OwnFloatSearch } from '../model/section-searches.ts'
import { shows } from './shows.ts'

function withQuery(path: string, asked: Readonly<Record<string, string | undefined>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) parameters.set(name, value)
  return `${path}?${parameters}`
}

/** Days are business days; `to` is the last one. */
export const floatPath = ({ from, to, key }: OwnFloatSearch, format?: 'csv'): string =>
  withQuery('/api/admin/float', {
    since: from && dayStart(from),
    until: to && dayStart(daysBefore(to, -1)),
    ...(format === undefined ? { before: key } : { format }),
  })

/** The previous page stays visible while the next one loads. */
export const floatQuery = (search: OwnFloatSearch) => {
  const path = floatPath(search)
  return queryOptions({
    queryKey: ['admin', 'float', path],
    meta: shows('people', 'money'),
    queryFn: ({ signal }) => request<FloatStatement>(path, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const floatDaysQuery = ({ day, before }: Pick<OwnFloatSearch, 'day' | 'before'>) => {
  const path = withQuery('/api/admin/float/days', { day, before })
  return queryOptions({
    queryKey: ['admin', 'float-days', path],
    meta: shows('people', 'money'),
    queryFn: ({ signal }) => request<FloatDays>(path, { signal }),
    placeholderData: keepPreviousData,
  })
}
