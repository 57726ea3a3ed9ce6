// The back office's two calls: GET and POST /api/admin/dashboard.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AdminBody, Dashboard } from '#services/contract/contract.ts'
import { ApiError, request } from '#ui/lib/http/request.ts'
import { newKey } from '#ui/model/slip/pending-submissions.ts'

export type AdminUser = Dashboard['users'][number]
export type UserStatistics = Dashboard['userStats'][number]

const PATH = '/api/admin/dashboard'

/** The figures, with the first page of each list. */
export const overviewQuery = () =>
  queryOptions({ queryKey: ['admin', 'overview'], queryFn: ({ signal }) => request<Dashboard>(PATH, { signal }) })

/** One page of a list, ten at a time, counted from 1. The page before stays while the next one comes. */
export const listQuery = (list: 'users' | 'bets', page: number) =>
  queryOptions({
    queryKey: ['admin', list, page],
    queryFn: ({ signal }) => request<Dashboard>(`${PATH}?list=${list}&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  })

/**
 * One thing that an admin does. The same body again carries the same key until there is a definite answer, so that a
 * second press after a time-out never acts twice. Everything shown is fetched again afterwards.
 */
export function useAdminAction<Reply>() {
  const client = useQueryClient()
  const open = useRef<{ body: string; key: string } | null>(null)
  return useMutation({
    mutationFn: async (body: AdminBody) => {
      const text = JSON.stringify(body)
      if (open.current?.body !== text) open.current = { body: text, key: newKey() }
      try {
        const reply = await request<Reply>(PATH, { body, idempotencyKey: open.current.key })
        open.current = null
        return reply
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) open.current = null
        throw error
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}
