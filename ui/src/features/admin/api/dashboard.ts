// GET and POST /api/admin/dashboard.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminBody, Dashboard } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { useIdempotentRequest } from '#ui/lib/idempotency-key.ts'

export type AdminUser = Dashboard['users'][number]
export type UserStatistics = Dashboard['userStats'][number]

const PATH = '/api/admin/dashboard'

/** The figures, with the first page of each list. */
export const overviewQuery = () =>
  queryOptions({ queryKey: ['admin', 'overview'], queryFn: ({ signal }) => request<Dashboard>(PATH, { signal }) })

/** One page of a list; pages start at 1. The previous page stays visible while the next one loads. */
export const listQuery = (list: 'users' | 'bets', page: number) =>
  queryOptions({
    queryKey: ['admin', list, page],
    queryFn: ({ signal }) => request<Dashboard>(`${PATH}?list=${list}&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  })

/** An admin's action. Everything shown is refetched afterwards. */
export function useAdminAction<Reply>() {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: AdminBody, idempotencyKey) => request<Reply>(PATH, { body, idempotencyKey }))
  return useMutation({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }) })
}
