import { queryOptions } from '@tanstack/react-query'
import type { DayResults } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'

/** The results of a day. `isToday`: more games may still end. */
export const dayResultsQuery = (day: string, isToday: boolean) =>
  queryOptions({
    queryKey: ['results', day],
    queryFn: ({ signal }) => request<DayResults>(`/api/sports/results?day=${day}`, { signal }),
    staleTime: isToday ? 30_000 : 10 * MINUTE_MS,
    refetchInterval: isToday ? MINUTE_MS : false,
  })
