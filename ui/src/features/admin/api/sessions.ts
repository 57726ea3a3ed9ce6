// GET /api/admin/sessions: where a user is signed in. The dashboard's actions end sessions.
import { queryOptions } from '@tanstack/react-query'
import type { AdminSessions } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type AdminSession = AdminSessions['sessions'][number]

export const customerSessionsQuery = (username: string) =>
  queryOptions({
    queryKey: ['admin', 'sessions', username],
    meta: shows('people', 'access'),
    queryFn: ({ signal }) =>
      request<AdminSessions>(`/api/admin/sessions?username=${encodeURIComponent(username)}`, { signal }),
    // Always fetched anew: the question is who is signed in now.
    staleTime: 0,
  })
