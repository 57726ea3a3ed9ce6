// GET and POST /api/account/requests: the signed-in user's requests to the admins.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnRequest, OwnRequests, RequestBody } from '#services/contract/contract.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { request } from '#ui/lib/http/request.ts'

const PATH = '/api/account/requests'

/** Pushes invalidate it by the first key. */
export const ownRequestsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'requests'],
    queryFn: ({ signal }) => request<OwnRequests>(PATH, { signal }),
  })

/** Files a request, then refetches the list. */
export function useFileRequest() {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: RequestBody, idempotencyKey) =>
    request<OwnRequest>(PATH, { body, idempotencyKey }),
  )
  return useMutation({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: ['account'] }) })
}

/** Withdraws an open request by its id. */
export function useWithdrawRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(`${PATH}/withdraw`, { body: { request: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}
