import { queryOptions } from '@tanstack/react-query'
import type { SportFamily } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'

/** All sports with their leagues. */
export const sportsQuery = () =>
  queryOptions({
    queryKey: ['sports'],
    queryFn: ({ signal }) => request<SportFamily[]>('/api/sports', { signal }),
    staleTime: 30 * MINUTE_MS,
  })
