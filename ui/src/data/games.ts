// Queries for games, with the refetch intervals and stale times of the specification.
import { queryOptions } from '@tanstack/react-query'
import type { Game } from '#services/contract/contract.ts'
import { ApiError, isRetryable } from '#ui/lib/http/api-error.ts'
import { request } from '#ui/lib/http/request.ts'
import { firstGames, firstGamesReceivedAt } from '#ui/lib/live/first-games.ts'
import { keepNewer } from '#ui/lib/live/game-lists.ts'
import { messages } from '#ui/lib/messages.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'
import { readUpcoming, type UpcomingList, writeUpcoming } from './upcoming-cache.ts'

export const GAMES = 'games'

/** Throws ApiError 404 if there is no such game. */
async function fetchGame(sportKey: string, eventId: string, signal?: AbortSignal): Promise<Game> {
  const path = `/api/sports/${encodeURIComponent(sportKey)}?endpoint=scores&eventId=${encodeURIComponent(eventId)}`
  const games = await request<Game[]>(path, { signal })
  const game = games.find((candidate) => candidate.id === eventId)
  if (!game) throw new ApiError(messages.event.notFound, 404, 'event_not_found')
  return game
}

const retryTwice = {
  retry: (failures: number, error: unknown) => failures < 2 && isRetryable(error),
  retryDelay: 5_000,
}

/**
 * For `refetchInterval`: `ms` after the last reply. The library restarts its own timer at every push, which could put
 * off the refetch for ever.
 */
const sinceReply =
  (ms: number) =>
  ({ state }: { state: { dataUpdatedAt: number; errorUpdatedAt: number } }): number =>
    Math.max(1_000, Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + ms - Date.now())

/** Games in play, for the main page and home: every 30 s. */
export const liveGamesQuery = () =>
  queryOptions({
    queryKey: [GAMES, 'live'],
    queryFn: ({ signal }) => request<Game[]>('/api/sports/live', { signal }),
    staleTime: 15_000,
    refetchInterval: sinceReply(30_000),
    structuralSharing: keepNewer,
    initialData: () => firstGames('live'),
    initialDataUpdatedAt: firstGamesReceivedAt,
    ...retryTwice,
  })

/** The same games for the live page, which refetches every 2 minutes and relies on pushes in between. */
export const livePageQuery = () =>
  queryOptions({ ...liveGamesQuery(), staleTime: 90_000, refetchInterval: sinceReply(120_000) })

/** Fetched instead when the live games cannot be loaded. */
export const extendedLiveGamesQuery = () =>
  queryOptions({
    queryKey: [GAMES, 'live-extended'],
    queryFn: ({ signal }) => request<Game[]>('/api/sports/live?extended=true', { signal }),
    retry: false,
    staleTime: 15_000,
  })

/** With fewer upcoming games than this, the list is refetched every minute. */
const RUNNING_LOW = 10
const everyMinute = sinceReply(MINUTE_MS)

const isRunningLow = (games: Game[] | undefined) =>
  games !== undefined && games.filter((game) => Date.parse(game.commence_time) > businessNow()).length < RUNNING_LOW

const UPCOMING_PATHS: Record<UpcomingList, string> = {
  upcoming: '/api/sports?upcoming=true',
  'games-of-the-day': '/api/sports?gamesOfDay=true',
}

/** Games that have not started, by start. The first paint may come from local storage: see `isFresh`. */
export const upcomingGamesQuery = () => upcomingListQuery('upcoming')

/** The admins' list, or upcoming games if they made none; cached locally like the upcoming games. */
export const gamesOfTheDayQuery = () => upcomingListQuery('games-of-the-day')

const inPage = (list: UpcomingList) => (list === 'games-of-the-day' ? firstGames('gamesOfTheDay') : undefined)

const upcomingListQuery = (list: UpcomingList) =>
  queryOptions({
    queryKey: [GAMES, list],
    queryFn: async ({ signal }) => {
      const games = await request<Game[]>(UPCOMING_PATHS[list], { signal })
      writeUpcoming(games, Date.now(), list)
      return games
    },
    staleTime: 30 * MINUTE_MS,
    structuralSharing: keepNewer,
    initialData: () => inPage(list) ?? readUpcoming(Date.now(), list)?.games,
    initialDataUpdatedAt: () =>
      inPage(list) === undefined ? readUpcoming(Date.now(), list)?.savedAt : firstGamesReceivedAt(),
    refetchOnMount: (query) => (isFresh(query.state.dataUpdatedAt) ? true : 'always'),
    refetchInterval: (query) => isRunningLow(query.state.data) && everyMinute(query),
  })

/** Upcoming and live games of one league or sport. */
export const leagueGamesQuery = (key: string) =>
  queryOptions({
    queryKey: [GAMES, 'league', key],
    queryFn: ({ signal }) => request<Game[]>(`/api/sports/${encodeURIComponent(key)}?endpoint=events`, { signal }),
    staleTime: 15_000,
    refetchInterval: sinceReply(30_000),
    structuralSharing: keepNewer,
    ...retryTwice,
  })

export const gameQuery = (sportKey: string, eventId: string) =>
  queryOptions({
    queryKey: [GAMES, 'event', eventId],
    queryFn: ({ signal }) => fetchGame(sportKey, eventId, signal),
    staleTime: 15_000,
    refetchInterval: sinceReply(30_000),
    structuralSharing: keepNewer,
    retry: (failures, error) => failures < 1 && isRetryable(error),
  })

/** Whether the data was fetched since the page was opened. Older prices are shown, but cannot be picked. */
export function isFresh(dataUpdatedAt: number): boolean {
  return dataUpdatedAt >= performance.timeOrigin
}
