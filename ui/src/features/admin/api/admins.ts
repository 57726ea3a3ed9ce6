// GET /api/admin/dashboard?type=admin-users, GET /api/admin/approvals. Pushes refresh both by the first key.
import { queryOptions } from '@tanstack/react-query'
import type { AdminUsers, Approvals } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type AdminUserRow = AdminUsers['adminUsers'][number]
export type WaitingDraw = Approvals['waiting'][number]
export type DecidedDraw = Approvals['decided'][number]

export const adminUsersQuery = () =>
  queryOptions({
    queryKey: ['admin', 'admin-users'],
    meta: shows('people', 'money'),
    queryFn: ({ signal }) => request<AdminUsers>('/api/admin/dashboard?type=admin-users', { signal }),
  })

/** For super admins all draws on the treasury; for plain admins their own. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'approvals'],
    meta: shows('people', 'money'),
    queryFn: ({ signal }) => request<Approvals>('/api/admin/approvals', { signal }),
  })
