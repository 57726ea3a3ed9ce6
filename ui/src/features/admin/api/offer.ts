// GET /api/admin/dashboard?type=games-of-day, league-blacklist and league-reach.
import { queryOptions } from '@tanstack/react-query'
import type { GamesOfTheDay, LeagueBlacklist, LeagueReach } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { shows } from './shows.ts'

export const loadGamesOfTheDay = () => request<GamesOfTheDay>('/api/admin/dashboard?type=games-of-day')

/** What hiding a league would affect, as of now. */
export const leagueReachQuery = (league: string) =>
  queryOptions({
    queryKey: ['admin', 'league-reach', league],
    meta: shows('games', 'bets', 'settlement'),
    queryFn: ({ signal }) =>
      request<LeagueReach>(`/api/admin/dashboard?type=league-reach&league=${encodeURIComponent(league)}`, { signal }),
    staleTime: 0,
  })

export const leagueBlacklistQuery = () =>
  queryOptions({
    queryKey: ['admin', 'league-blacklist'],
    meta: shows('offer'),
    queryFn: ({ signal }) => request<LeagueBlacklist>('/api/admin/dashboard?type=league-blacklist', { signal }),
  })
