// Which games a page shows: what was fetched, limited to a sport, to what is still to come or in play by the clock.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { isFresh, liveGamesQuery, upcomingGamesQuery } from '#ui/data/games.ts'
import { request } from '#ui/lib/http/request.ts'
import { businessNow, useBusinessTime, useClockKnown } from '#ui/lib/time/business-clock.ts'
import { gamePhase, type Phase } from '#ui/model/game/game-status.ts'
import { isOfSport } from '../sports/sports.ts'
import { byStart } from './league-groups.ts'

/** The next games that stand in as Games of the Day while no list was ever saved. */
const GAMES_OF_THE_DAY = 40
/** So many of one league while all sports are shown, so that a busy league leaves room for others. */
const OF_ONE_LEAGUE = 6
const MINUTE_MS = 60_000

/** Those of the games that are in one of the phases now; looked at again every minute of the business clock. */
export function useGamesIn(phases: readonly Phase[], games: Game[] | undefined): Game[] | undefined {
  const minute = useBusinessTime((now) => Math.floor(now / MINUTE_MS))
  const known = useClockKnown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the minute stands for the time that the phases are judged at
  return useMemo(() => {
    if (!known) return undefined
    const now = businessNow()
    return games?.filter((game) => phases.includes(gamePhase(game, now)))
  }, [games, phases, minute, known])
}

export function ofSport(games: Game[] | undefined, sport: string | null): Game[] | undefined {
  return sport === null ? games : games?.filter((game) => isOfSport(game.sport, sport))
}

const LIVE: readonly Phase[] = ['live']
const SHOWN_UPCOMING: readonly Phase[] = ['upcoming', 'live']

/**
 * Games in play for the main page and home. When the list cannot be had, the extended one is asked for; when that
 * fails too, the list is empty and `error` says why.
 */
export function useLiveGames(sport: string | null) {
  const first = useQuery(liveGamesQuery())
  const second = useQuery({
    queryKey: ['games', 'live-extended'],
    queryFn: ({ signal }) => request<Game[]>('/api/sports/live?extended=true', { signal }),
    enabled: first.isError && first.data === undefined,
    retry: false,
    staleTime: 15_000,
  })
  const fallenBack = first.data === undefined && second.data !== undefined
  const failed = first.isError && second.isError && first.data === undefined
  const all = first.data ?? second.data ?? (failed ? NONE : undefined)
  const games = useGamesIn(LIVE, all)
  return {
    data: useMemo(() => ofSport(games, sport), [games, sport]),
    error: fallenBack ? null : failed || first.data !== undefined ? first.error : null,
    isPending: all === undefined,
    isFetching: first.isFetching || second.isFetching,
    refetch: () => first.refetch(),
  }
}

const NONE: Game[] = []

/** At most so many games of each league, in the order given. */
function firstOfEach(games: Game[], ofOneLeague: number): Game[] {
  const taken = new Map<string, number>()
  return games.filter(({ league_key }) => {
    const count = (taken.get(league_key) ?? 0) + 1
    taken.set(league_key, count)
    return count <= ofOneLeague
  })
}

/**
 * The next games of the feed, by start. A game that has just started stays, with its minute, until `elsewhere` (the
 * live list) has it. `fresh` is false while they come from an earlier visit.
 */
export function useGamesOfTheDay(sport: string | null, elsewhere: Game[] | undefined, limit = GAMES_OF_THE_DAY) {
  const query = useQuery(upcomingGamesQuery())
  const shown = useGamesIn(SHOWN_UPCOMING, query.data)
  const data = useMemo(() => {
    const live = new Set(elsewhere?.map((game) => game.id))
    const next = ofSport(shown, sport)?.filter((game) => !live.has(game.id))
    return next && firstOfEach(next.sort(byStart), sport === null ? OF_ONE_LEAGUE : limit).slice(0, limit)
  }, [shown, sport, elsewhere, limit])
  return {
    data,
    fresh: isFresh(query.dataUpdatedAt),
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}
