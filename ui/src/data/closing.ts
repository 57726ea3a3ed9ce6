// GET and POST /api/account/closing, POST /api/account/closing/cancel: closing the signed-in user's own account.
import { queryOptions } from '@tanstack/react-query'
import type { Closing, ClosingRequested } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

const PATH = '/api/account/closing'

/** Pushes invalidate it by the first key. */
export const closingQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'closing'],
    queryFn: ({ signal }) => request<Closing>(PATH, { signal }),
  })

export const requestClosing = (password: string, idempotencyKey: string): Promise<ClosingRequested> =>
  request(PATH, { body: { password }, idempotencyKey })

export const cancelClosing = (_: object, idempotencyKey: string) =>
  request(`${PATH}/cancel`, { method: 'POST', idempotencyKey })
