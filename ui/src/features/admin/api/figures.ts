// The figures of the house.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Alerts,
  FeedHealth,
  Liability,
  Overview,
  Profit,
  ProfitQuery,
  Ticker,
  Waiting,
} from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'
import type { LiabilitySearch } from '../model/section-searches.ts'
import { FEED_EVERY_MS, followsNoEvents, shows } from './shows.ts'

const get =
  <Reply>(path: string) =>
  ({ signal }: { signal: AbortSignal }) =>
    request<Reply>(path, { signal })

/** The query string of the fields that have a value. */
const asked = (fields: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  ).toString()

export const figuresQuery = () =>
  queryOptions({
    queryKey: ['admin', 'figures'],
    meta: shows('people', 'money', 'bets', 'settlement'),
    queryFn: get<Overview>('/api/admin/overview'),
  })

export type ProfitFilter = Partial<Pick<ProfitQuery, 'by' | 'from' | 'league' | 'market'>>
export const profitPath = (filter: ProfitFilter): string => `/api/admin/profit?${asked(filter)}`
export const profitQuery = (filter: ProfitFilter) =>
  queryOptions({
    queryKey: ['admin', 'profit', filter],
    meta: shows('bets', 'settlement'),
    queryFn: get<Profit>(profitPath(filter)),
    placeholderData: keepPreviousData,
  })

export const liabilityPath = (search: Partial<LiabilitySearch>): string => `/api/admin/liability?${asked(search)}`
export const liabilityQuery = (search: Partial<LiabilitySearch> = {}) =>
  queryOptions({
    queryKey: ['admin', 'liability', search],
    meta: shows('bets', 'settlement', 'games'),
    queryFn: get<Liability>(liabilityPath(search)),
    placeholderData: keepPreviousData,
  })

/** Pushes add to it: see `applyPushes`. */
export const tickerQuery = () =>
  queryOptions({ queryKey: ['ticker'], queryFn: get<Ticker>('/api/admin/ticker'), staleTime: MINUTE_MS })

export const alertsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'alerts'],
    meta: shows('people', 'money', 'bets', 'settlement', 'games', 'desk'),
    queryFn: get<Alerts>('/api/admin/alerts'),
    refetchInterval: FEED_EVERY_MS,
  })

/** The number of items that wait in each section. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['admin', 'waiting'],
    meta: shows('people', 'money', 'bets', 'settlement', 'games', 'desk'),
    queryFn: get<Waiting>('/api/admin/waiting'),
    refetchInterval: FEED_EVERY_MS,
  })

export const feedHealthQuery = () =>
  queryOptions({
    queryKey: ['admin', 'feed-health'],
    meta: followsNoEvents,
    queryFn: get<FeedHealth>('/api/admin/feed-health'),
    refetchInterval: FEED_EVERY_MS,
  })
