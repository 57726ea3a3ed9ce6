// GET and POST /api/account/requests: what the signed-in user asks of the admins.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnRequest, OwnRequests, RequestBody } from '#services/contract/contract.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { request } from '#ui/lib/http/request.ts'

const PATH = '/api/account/requests'

/** Pushes invalidate it by its first key. */
export const ownRequestsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'requests'],
    queryFn: ({ signal }) => request<OwnRequests>(PATH, { signal }),
  })

/** Files a request; the list is refetched afterwards. */
export function useFileRequest() {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: RequestBody, idempotencyKey) =>
    request<OwnRequest>(PATH, { body, idempotencyKey }),
  )
  return useMutation({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: ['account'] }) })
}

/** Takes an open request back, by its id. */
export function useWithdrawRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(`${PATH}/withdraw`, { body: { request: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}
