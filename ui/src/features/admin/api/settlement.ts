// GET /api/admin/settlement and the queues: what waits for the settlement desk, events with their bets, previews.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  AskedOne,
  AskedSettlement,
  CorrectedResults,
  DeskEventBets,
  DeskEvents,
  DoneToday,
  FixturePairs,
  PreviewedAction,
  SettlementDesk,
  SettlementPreview,
  SuspendedMarkets,
  UndecidedFixtures,
} from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { FEED_EVERY_MS, shows } from './shows.ts'

export type { AskedSettlement, DeskEventBets, PreviewedAction, SettlementPreview }
export type SuspendedMarket = SuspendedMarkets['markets'][number]
export type FixturePair = FixturePairs['pairs'][number]

const PATH = '/api/admin/settlement'
const QUEUES = '/api/admin/dashboard'

/** A page of the decisions that wait for a second admin. */
export const settlementQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'waiting', page],
    meta: shows('desk', 'settlement', 'games'),
    queryFn: ({ signal }) => request<SettlementDesk>(`${PATH}?page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  })

/** One of these decisions, whichever page it is on; null if it is not waiting. */
export const askedQuery = (asked: string) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'asked', asked],
    meta: shows('desk', 'settlement', 'games'),
    queryFn: async ({ signal }) => (await request<AskedOne>(`${PATH}/asked/${asked}`, { signal })).asked,
  })

const page = (path: string, before: number | null) => `${PATH}/${path}${before === null ? '' : `?before=${before}`}`

/** Today's decisions by admins, newest first. */
export const doneQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'settlement', 'done'],
    meta: shows('games', 'settlement'),
    queryFn: ({ pageParam, signal }) => request<DoneToday>(page('done', pageParam), { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
  })

/** Events whose result was changed after bets were settled by it, last changed first. */
export const correctedQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'settlement', 'corrected'],
    meta: shows('games', 'settlement'),
    queryFn: ({ pageParam, signal }) => request<CorrectedResults>(page('corrected', pageParam), { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ older }) => older,
  })

export const undecidedQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'undecided', page],
    meta: shows('games', 'bets', 'settlement'),
    queryFn: ({ signal }) => request<UndecidedFixtures>(`${QUEUES}?type=undecided&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const suspendedQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'suspended-markets', page],
    meta: shows('games'),
    // Releases and decisions are pushed; that a market is suspended is not an event, so it is polled.
    queryFn: ({ signal }) => request<SuspendedMarkets>(`${QUEUES}?type=suspended-markets&page=${page}`, { signal }),
    refetchInterval: FEED_EVERY_MS,
    placeholderData: keepPreviousData,
  })

/** A page of the doubtful pairs, waiting ones first. */
export const pairsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'fixture-pairs', page],
    meta: shows('games'),
    queryFn: ({ signal }) => request<FixturePairs>(`${QUEUES}?type=fixture-pairs&page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const eventsQuery = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'events', search],
    meta: shows('games', 'bets', 'settlement'),
    queryFn: ({ signal }) => request<DeskEvents>(`${PATH}/events?search=${encodeURIComponent(search)}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })

export const eventQuery = (event: string) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'event', event],
    meta: shows('games', 'bets', 'settlement', 'desk'),
    queryFn: ({ signal }) => request<DeskEventBets>(`${PATH}/events/${event}`, { signal }),
    // Neither scores nor the start of a game are events, so an open event is polled.
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? FEED_EVERY_MS : false),
  })

/** What an action would move, as of now. */
export const previewQuery = (what: PreviewedAction) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'preview', what],
    meta: shows('games', 'bets', 'settlement'),
    queryFn: ({ signal }) =>
      request<SettlementPreview>(`${PATH}/preview?what=${encodeURIComponent(JSON.stringify(what))}`, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
