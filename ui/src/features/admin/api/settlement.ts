// GET /api/admin/settlement and the queues: what waits for the settlement desk, events with their bets, previews.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  AskedSettlement,
  DeskEventBets,
  DeskEvents,
  FixturePairs,
  PreviewedAction,
  SettlementDesk,
  SettlementPreview,
  SuspendedMarkets,
  UndecidedFixtures,
} from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

export type { AskedSettlement, DeskEventBets, PreviewedAction, SettlementPreview }
export type UndecidedEvent = UndecidedFixtures['events'][number]
export type SuspendedMarket = SuspendedMarkets['markets'][number]
export type FixturePair = FixturePairs['pairs'][number]

const PATH = '/api/admin/settlement'
const QUEUES = '/api/admin/dashboard'

/** Decisions that wait for a second admin. */
export const settlementQuery = () =>
  queryOptions({
    queryKey: ['admin', 'settlement'],
    queryFn: ({ signal }) => request<SettlementDesk>(PATH, { signal }),
  })

export const undecidedQuery = () =>
  queryOptions({
    queryKey: ['admin', 'undecided'],
    queryFn: ({ signal }) => request<UndecidedFixtures>(`${QUEUES}?type=undecided`, { signal }),
  })

export const suspendedQuery = () =>
  queryOptions({
    queryKey: ['admin', 'suspended-markets'],
    queryFn: ({ signal }) => request<SuspendedMarkets>(`${QUEUES}?type=suspended-markets`, { signal }),
  })

export const pairsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'fixture-pairs'],
    queryFn: ({ signal }) => request<FixturePairs>(`${QUEUES}?type=fixture-pairs`, { signal }),
  })

export const eventsQuery = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'events', search],
    queryFn: ({ signal }) => request<DeskEvents>(`${PATH}/events?search=${encodeURIComponent(search)}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })

export const eventQuery = (event: string) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'event', event],
    queryFn: ({ signal }) => request<DeskEventBets>(`${PATH}/events/${event}`, { signal }),
  })

/** What an action would move, as of now. */
export const previewQuery = (what: PreviewedAction) =>
  queryOptions({
    queryKey: ['admin', 'settlement', 'preview', what],
    queryFn: ({ signal }) =>
      request<SettlementPreview>(`${PATH}/preview?what=${encodeURIComponent(JSON.stringify(what))}`, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
