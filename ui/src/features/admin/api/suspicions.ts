// GET /api/admin/suspicions.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SuspicionQuery, Suspicions } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export const suspicionsQuery = ({ kind, before }: SuspicionQuery) =>
  queryOptions({
    queryKey: ['admin', 'suspicions', kind, before],
    meta: shows('people', 'games', 'bets', 'settlement'),
    queryFn: ({ signal }) =>
      request<Suspicions>(
        `/api/admin/suspicions?${new URLSearchParams(before === undefined ? { kind } : { kind, before })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
