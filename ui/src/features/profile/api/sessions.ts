// GET /api/account/sessions and POST /api/account/sessions/end: where the signed-in user is signed in.
import { queryOptions } from '@tanstack/react-query'
import type { EndSessions, OwnSessions } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

export type OwnSession = OwnSessions['sessions'][number]

export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', userId, 'sessions'],
    queryFn: ({ signal }) => request<OwnSessions>('/api/account/sessions', { signal }),
    // Always fetched anew: the user may be looking for a stranger among them.
    staleTime: 0,
  })

export async function endSessions(which: EndSessions): Promise<void> {
  await request('/api/account/sessions/end', { body: which })
}
