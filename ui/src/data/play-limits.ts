// GET and POST /api/account/limits, POST /api/account/breaks: the bettor's own limits and breaks.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlayLimits, SetLimitBody, TakeBreakBody } from '#services/contract/contract.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { request } from '#ui/lib/http/request.ts'

/** Under the key of bets: every bet changes what is left of a limit, and a push about the account invalidates both. */
export const limitsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['bets', 'limits', userId],
    queryFn: ({ signal }) => request<PlayLimits>('/api/account/limits', { signal }),
  })

const answered = (client: QueryClient, userId: string) => (limits: PlayLimits) =>
  client.setQueryData(limitsQuery(userId).queryKey, limits)

/** Both mutations reply with the limits and breaks as they are afterwards. */
export function useSetLimit(userId: string) {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: SetLimitBody, idempotencyKey) =>
    request<PlayLimits>('/api/account/limits', { body, idempotencyKey }),
  )
  return useMutation({ mutationFn: send, onSuccess: answered(client, userId) })
}

export function useTakeBreak(userId: string) {
  const client = useQueryClient()
  const send = useIdempotentRequest((body: TakeBreakBody, idempotencyKey) =>
    request<PlayLimits>('/api/account/breaks', { body, idempotencyKey }),
  )
  return useMutation({ mutationFn: send, onSuccess: answered(client, userId) })
}
