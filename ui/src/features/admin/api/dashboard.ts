// GET and POST /api/admin/dashboard.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminBody, Dashboard } from '#services/contract/contract.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type AdminUser = Dashboard['users'][number]

const PATH = '/api/admin/dashboard'

/** The figures, with the first page of each list. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['admin', 'overview'],
    meta: shows('people', 'money', 'bets', 'settlement', 'games'),
    queryFn: ({ signal }) => request<Dashboard>(PATH, { signal }),
  })

type Told<Reply> = {
  readonly onSuccess?: (reply: Reply) => void
  readonly onError?: (error: Error) => void
  readonly onSettled?: () => void
}

/**
 * An admin's action. Everything shown is refetched, and then the caller is told, also where it is gone by now: a row leaves its list
 * with what was done to it, and what it says elsewhere is still to be said.
 */
export function useAdminAction<Reply>() {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: AdminBody, idempotencyKey) => request<Reply>(PATH, { body, idempotencyKey }))
  const action = useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
  const mutate = (body: AdminBody, { onSuccess, onError, onSettled }: Told<Reply> = {}) =>
    void action
      .mutateAsync(body)
      .then(onSuccess, onError ?? (() => undefined))
      .finally(onSettled)
  return { ...action, mutate }
}
