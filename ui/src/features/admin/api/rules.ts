// GET /api/admin/rules, and the games that betting can be stopped on.
import { queryOptions } from '@tanstack/react-query'
import type { DeskRules, Game } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export type Setting = DeskRules['settings'][number]
export type SettingChange = DeskRules['changes'][number]
export type Stop = DeskRules['stops'][number]

export const rulesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'rules'],
    meta: shows('desk'),
    queryFn: ({ signal }) => request<DeskRules>('/api/admin/rules', { signal }),
  })

/** Games in play first, then upcoming ones. */
export const stoppableGamesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'stoppable-games'],
    meta: shows('games', 'offer'),
    queryFn: async ({ signal }) => {
      const [live, upcoming] = await Promise.all([
        request<Game[]>('/api/sports/live', { signal }),
        request<Game[]>('/api/sports?upcoming=true', { signal }),
      ])
      return [...live, ...upcoming]
    },
  })
