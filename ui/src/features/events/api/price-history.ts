import { queryOptions } from '@tanstack/react-query'
import type { PriceHistory } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'

export type PricedOutcome = { fixture: string; market: string; selection: string; point: number | null }

/** The recorded prices of an outcome, refetched as often as live games. */
export const priceHistoryQuery = ({ fixture, market, selection, point }: PricedOutcome) =>
  queryOptions({
    queryKey: ['prices', fixture, market, selection, point],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ fixture, market, selection })
      if (point !== null) query.set('point', String(point))
      return request<PriceHistory>(`/api/sports/prices?${query}`, { signal })
    },
    staleTime: 15_000,
    refetchInterval: 30_000,
  })
