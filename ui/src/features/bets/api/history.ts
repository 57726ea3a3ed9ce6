// GET /api/bets/{betId}/history.
import { queryOptions } from '@tanstack/react-query'
import type { BetHistory } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

/** Pushes invalidate it together with the bets. */
export const historyQuery = (bet: string) =>
  queryOptions({
    queryKey: ['bets', 'history', bet],
    queryFn: ({ signal }) => request<BetHistory>(`/api/bets/${encodeURIComponent(bet)}/history`, { signal }),
  })
