import { queryOptions } from '@tanstack/react-query'
import type { BettingLimits } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

/** What every bet is subject to. Super admins change it while bets are placed; the server has the last word. */
export const bettingLimitsQuery = () =>
  queryOptions({
    queryKey: ['betting-limits'],
    queryFn: ({ signal }) => request<BettingLimits>('/api/bets/limits', { signal }),
    staleTime: 60_000,
  })
