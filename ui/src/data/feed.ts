import { queryOptions } from '@tanstack/react-query'
import type { FeedStatus } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

/** Whether prices are coming in as they should. */
export const feedStatusQuery = () =>
  queryOptions({
    queryKey: ['feed'],
    queryFn: ({ signal }) => request<FeedStatus>('/api/sports/feed', { signal }),
    staleTime: 10_000,
    refetchInterval: 15_000,
    retry: false,
  })
