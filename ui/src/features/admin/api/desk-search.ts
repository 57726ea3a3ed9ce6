// GET /api/admin/search?q=
import { queryOptions } from '@tanstack/react-query'
import type { DeskFindings } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export const deskSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'search', q],
    meta: shows('people', 'bets', 'games'),
    queryFn: ({ signal }) => request<DeskFindings>(`/api/admin/search?q=${encodeURIComponent(q)}`, { signal }),
  })
