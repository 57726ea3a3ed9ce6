import { queryOptions } from '@tanstack/react-query'
import type { BettingLimits } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

/** What every bet is subject to. It changes only when the server is started with other settings. */
export const bettingLimitsQuery = () =>
  queryOptions({
    queryKey: ['betting-limits'],
    queryFn: ({ signal }) => request<BettingLimits>('/api/bets/limits', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
