// The games of a page, filtered by sport and by phase.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { MAX_GAMES_OF_THE_DAY } from '#domain/limits.ts'
import type { Game } from '#services/contract/contract.ts'
import {
  extendedLiveGamesQuery,
  gamesOfTheDayQuery,
  isFresh,
  liveGamesQuery,
  upcomingGamesQuery,
} from '#ui/data/games.ts'
import { BEHIND_INTERVAL_MS, useIsCurrent, useIsStreamBehind } from '#ui/lib/live/stream-state.ts'
import { businessNow, useBusinessMinute, useIsClockSynced } from '#ui/lib/time/business-clock.ts'
import { gamePhase, type Phase } from '#ui/model/game/game-status.ts'
import { matchesSport } from '../sports/sports.ts'
import type { ComingFilter } from './coming-filter.ts'
import { useFinishedGames } from './finished-games.ts'
import { byStart } from './league-groups.ts'
import { useComingFilter } from './use-coming-filter.ts'

/** The number of games shown if the admins made no list and the feed has very many. */
const SHOWN_OF_THE_FEED = 40
/** The maximum per league in that case, so that a busy league leaves room for others. */
const MAX_PER_LEAGUE = 6

/**
 * The games in one of the phases, evaluated every minute of business time; undefined until the server's time is known.
 */
export function useGamesIn(phases: readonly Phase[], games: Game[] | undefined): Game[] | undefined {
  const minute = useBusinessMinute()
  const isClockSynced = useIsClockSynced()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phases depend on the current minute
  return useMemo(() => {
    if (!isClockSynced) return undefined
    const now = businessNow()
    return games?.filter((game) => phases.includes(gamePhase(game, now)))
  }, [games, phases, minute, isClockSynced])
}

/** The games of one sport; null: of all sports. */
export function filterBySport(games: Game[] | undefined, sport: string | null): Game[] | undefined {
  return sport === null ? games : games?.filter((game) => matchesSport(game.sport, sport))
}

export const LIVE: readonly Phase[] = ['live']
export const UPCOMING: readonly Phase[] = ['upcoming']
const UPCOMING_OR_LIVE: readonly Phase[] = ['upcoming', 'live']
const NO_GAMES: Game[] = []
const NO_IDS: ReadonlySet<string> = new Set()

/** The games in play, and those that ended while they were shown. */
export function useLiveBoard(all: Game[] | undefined) {
  return useFinishedGames(useGamesIn(LIVE, all), all)
}

/** Those of the games that are still in play. */
export const stillLive = (games: Game[]): Game[] => games.filter((game) => gamePhase(game, businessNow()) === 'live')

/**
 * Games in play, for the main page and home. Falls back to the extended list; if that fails too, the list is empty and
 * `error` is the first error.
 */
export function useLiveGames(sport: string | null) {
  const live = useQuery(liveGamesQuery())
  const isCurrent = useIsCurrent(live.dataUpdatedAt)
  const hasNoData = live.isError && live.data === undefined
  const extended = useQuery({ ...extendedLiveGamesQuery(), enabled: hasNoData })
  const hasFailed = hasNoData && extended.isError && extended.data === undefined
  const all = live.data ?? extended.data ?? (hasFailed ? NO_GAMES : undefined)
  const { games, leaving } = useLiveBoard(all)
  return {
    data: useMemo(() => filterBySport(games, sport), [games, sport]),
    leaving,
    isFresh: isCurrent,
    // Nothing to report while the fallback is loading or has loaded.
    error: live.data === undefined && !hasFailed ? null : live.error,
    isPending: all === undefined,
    isFetching: live.isFetching || extended.isFetching,
    refetch: () => live.refetch(),
  }
}

/**
 * The Games of the Day, by start; the admins' list is shown in full. A game that starts while the list is on screen
 * keeps its row, in play; otherwise it leaves once `liveGames` has it. `isFresh` is false while the games come from an
 * earlier visit, and once neither pushes nor replies have arrived for too long.
 */
export function useGamesOfTheDay(
  sport: string | null,
  liveGames: Game[] | undefined,
  when: ComingFilter | null,
  isSeen: boolean,
) {
  const { data: coming, ...query } = useComing(gamesOfTheDayQuery(), liveGames, isSeen)
  const games = useComingFilter(coming, when, isSeen)
  const data = useMemo(() => {
    const next = filterBySport(games, sport)
    if (next === undefined || next.length <= MAX_GAMES_OF_THE_DAY) return next
    return limitPerLeague(next, sport === null ? MAX_PER_LEAGUE : SHOWN_OF_THE_FEED).slice(0, SHOWN_OF_THE_FEED)
  }, [games, sport])
  return { ...query, data }
}

/** The next games of all sports, by start. */
export function useNextGames(liveGames: Game[] | undefined, limit: number, when: ComingFilter | null) {
  const { data: coming, ...query } = useComing(upcomingGamesQuery(), liveGames)
  const games = useComingFilter(coming, when)
  return {
    ...query,
    data: useMemo(() => games && limitPerLeague(games, MAX_PER_LEAGUE).slice(0, limit), [games, limit]),
    /** Those that a filter or the limit leaves out, too. */
    all: coming,
  }
}

function useComing(
  options: ReturnType<typeof upcomingGamesQuery>,
  liveGames: Game[] | undefined,
  keepsStarted = false,
) {
  const isBehind = useIsStreamBehind()
  const query = useQuery({ ...options, ...(isBehind && { refetchInterval: BEHIND_INTERVAL_MS }) })
  const isCurrent = useIsCurrent(query.dataUpdatedAt)
  const games = useGamesIn(UPCOMING_OR_LIVE, query.data)
  const shown = useRef<ReadonlySet<string>>(NO_IDS)
  const data = useMemo(() => {
    const liveIds = new Set(liveGames?.map((game) => game.id))
    const coming = games?.filter((game) => !liveIds.has(game.id))
    const started = keepsStarted ? liveGames?.filter((game) => shown.current.has(game.id)) : []
    return coming && [...coming, ...(started ?? [])].sort(byStart)
  }, [games, liveGames, keepsStarted])
  useEffect(() => {
    shown.current = new Set(data?.map((game) => game.id))
  }, [data])
  return {
    data,
    isFresh: isFresh(query.dataUpdatedAt) && isCurrent,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

function limitPerLeague(games: Game[], max: number): Game[] {
  const counts = new Map<string, number>()
  return games.filter(({ league_key }) => {
    const count = (counts.get(league_key) ?? 0) + 1
    counts.set(league_key, count)
    return count <= max
  })
}
