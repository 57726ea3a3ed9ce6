// GET /api/admin/dashboard?type=requests and type=decided-requests: requests to the admins.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestQueue } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type QueuedRequest = RequestQueue['requests'][number]

/** Pages start at 1. The previous page stays visible while the next one loads. */
export const requestsQuery = (list: 'open' | 'decided', page: number) =>
  queryOptions({
    queryKey: ['admin', 'requests', list, page],
    meta: shows('people', 'money', 'bets', 'settlement'),
    queryFn: ({ signal }) =>
      request<RequestQueue>(
        `/api/admin/dashboard?type=${list === 'open' ? 'requests' : 'decided-requests'}&page=${page}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
