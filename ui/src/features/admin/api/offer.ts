// GET /api/admin/dashboard?type=games-of-day and league-blacklist.
import { queryOptions } from '@tanstack/react-query'
import type { GamesOfTheDay, LeagueBlacklist } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export const loadGamesOfTheDay = () => request<GamesOfTheDay>('/api/admin/dashboard?type=games-of-day')

export const leagueBlacklistQuery = () =>
  queryOptions({
    queryKey: ['admin', 'league-blacklist'],
    meta: shows('offer'),
    queryFn: ({ signal }) => request<LeagueBlacklist>('/api/admin/dashboard?type=league-blacklist', { signal }),
  })
