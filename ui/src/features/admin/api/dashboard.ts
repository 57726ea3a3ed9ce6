// GET and POST /api/admin/dashboard.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminBody, Dashboard } from '#services/contract/contract.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type AdminUser = Dashboard['users'][number]
export type UserStatistics = Dashboard['userStats'][number]

const PATH = '/api/admin/dashboard'

/** The figures, with the first page of each list. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['admin', 'overview'],
    meta: shows('people', 'money', 'bets', 'settlement', 'games'),
    queryFn: ({ signal }) => request<Dashboard>(PATH, { signal }),
  })

/** An admin's action. Everything shown is refetched afterwards. */
export function useAdminAction<Reply>() {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: AdminBody, idempotencyKey) => request<Reply>(PATH, { body, idempotencyKey }))
  return useMutation({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }) })
}
