// GET /api/bets/statistics, /api/bets/performance.
import { queryOptions } from '@tanstack/react-query'
import type { Performance, Statistics } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

/** Over all bets of the signed-in user. Pushes invalidate it together with the bets. */
export const statisticsQuery = () =>
  queryOptions({
    queryKey: ['bets', 'statistics'],
    queryFn: ({ signal }) => request<Statistics>('/api/bets/statistics', { signal }),
  })

/** Over won and lost bets. */
export const performanceQuery = () =>
  queryOptions({
    queryKey: ['bets', 'performance'],
    queryFn: ({ signal }) => request<Performance>('/api/bets/performance', { signal }),
  })
