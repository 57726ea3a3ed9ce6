// The calls that bring games, with the refetch and stale times that the specification gives them.
import { queryOptions } from '@tanstack/react-query'
import type { Game } from '#services/contract/contract.ts'
import { worthRetrying } from '#ui/lib/http/query-client.ts'
import { ApiError, request } from '#ui/lib/http/request.ts'
import { keepNewer } from '#ui/lib/live/apply-pushes.ts'
import { messages } from '#ui/lib/messages.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { readUpcoming, writeUpcoming } from './upcoming-cache.ts'

export const GAMES = 'games'

/** The game with this id as the server has it now. Throws ApiError 404 where there is none. */
export async function fetchGame(sportKey: string, eventId: string, signal?: AbortSignal): Promise<Game> {
  const path = `/api/sports/${encodeURIComponent(sportKey)}?endpoint=scores&eventId=${encodeURIComponent(eventId)}`
  const games = await request<Game[]>(path, { signal })
  const game = games.find((candidate) => candidate.id === eventId)
  if (!game) throw new ApiError(messages.event.notFound, 404, 'event_not_found')
  return game
}

const twiceAfterFive = {
  retry: (failures: number, error: unknown) => failures < 2 && worthRetrying(error),
  retryDelay: 5_000,
}

/** Games in play, for the main page and home: every 30 s. */
export const liveGamesQuery = () =>
  queryOptions({
    queryKey: [GAMES, 'live'],
    queryFn: ({ signal }) => request<Game[]>('/api/sports/live', { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
    structuralSharing: keepNewer,
    ...twiceAfterFive,
  })

/** The same games for the live page, which asks every 2 minutes and is pushed what changes in between. */
export const livePageQuery = () => queryOptions({ ...liveGamesQuery(), staleTime: 90_000, refetchInterval: 120_000 })

/** With fewer games than this still to come, the list is asked for again sooner. */
const RUNNING_SHORT = 10

const runsShort = (games: Game[] | undefined) =>
  games !== undefined && games.filter((game) => Date.parse(game.commence_time) > businessNow()).length < RUNNING_SHORT

/** Games that have not started, by start. The first paint may come from local storage: see `isFresh`. */
export const upcomingGamesQuery = () =>
  queryOptions({
    queryKey: [GAMES, 'upcoming'],
    queryFn: async ({ signal }) => {
      const games = await request<Game[]>('/api/sports?upcoming=true', { signal })
      writeUpcoming(games)
      return games
    },
    staleTime: 30 * 60_000,
    structuralSharing: keepNewer,
    initialData: () => readUpcoming()?.games,
    initialDataUpdatedAt: () => readUpcoming()?.savedAt,
    refetchOnMount: (query) => (isFresh(query.state.dataUpdatedAt) ? true : 'always'),
    refetchInterval: (query) => (runsShort(query.state.data) ? 60_000 : false),
  })

/** Upcoming and live games of one league or sport. */
export const leagueGamesQuery = (key: string) =>
  queryOptions({
    queryKey: [GAMES, 'league', key],
    queryFn: ({ signal }) => request<Game[]>(`/api/sports/${encodeURIComponent(key)}?endpoint=events`, { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
    structuralSharing: keepNewer,
    ...twiceAfterFive,
  })

export const gameQuery = (sportKey: string, eventId: string) =>
  queryOptions({
    queryKey: [GAMES, 'event', eventId],
    queryFn: ({ signal }) => fetchGame(sportKey, eventId, signal),
    staleTime: 15_000,
    refetchInterval: 30_000,
    structuralSharing: keepNewer,
    retry: (failures, error) => failures < 1 && worthRetrying(error),
  })

/** Whether data of this age was fetched since the page was opened; older prices are shown but not offered. */
export function isFresh(dataUpdatedAt: number): boolean {
  return dataUpdatedAt >= performance.timeOrigin
}
