import { queryOptions } from '@tanstack/react-query'
import type { BettingLimits } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'

/** The limits of every bet. Super admins may change them at any time; the server has the last word. */
export const bettingLimitsQuery = () =>
  queryOptions({
    queryKey: ['betting-limits'],
    queryFn: ({ signal }) => request<BettingLimits>('/api/bets/limits', { signal }),
    staleTime: MINUTE_MS,
  })
