// GET and POST /api/admin/dashboard.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminBody, Dashboard } from '#services/contract/contract.ts'
import { GAMES } from '#ui/data/games.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type AdminUser = Dashboard['users'][number]

const PATH = '/api/admin/dashboard'

/** The figures, and the first page of each list. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['admin', 'overview'],
    meta: shows('people', 'money', 'bets', 'settlement', 'games'),
    queryFn: ({ signal }) => request<Dashboard>(PATH, { signal }),
  })

type Callbacks<Reply> = {
  readonly onSuccess?: (reply: Reply) => void
  readonly onError?: (error: Error) => void
  readonly onSettled?: () => void
}

/**
 * Runs an admin's action. Refetches everything shown, and games wherever they are shown next, then calls back, even if
 * the caller has been unmounted by then: a row may leave its list by the very action, and its feedback must still appear
 * elsewhere.
 */
export function useAdminAction<Reply>() {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: AdminBody, idempotencyKey) => request<Reply>(PATH, { body, idempotencyKey }))
  const action = useMutation({
    mutationFn: send,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [GAMES] })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  const mutate = (body: AdminBody, { onSuccess, onError, onSettled }: Callbacks<Reply> = {}) =>
    void action
      .mutateAsync(body)
      .then(onSuccess, onError ?? (() => undefined))
      .finally(onSettled)
  return { ...action, mutate }
}
