// The bettor's own bets, as My Bets filters and counts them.
import { queryOptions } from '@tanstack/react-query'
import type { Bet, BetTotals } from '#services/contract/contract.ts'
import { betsQuery } from '#ui/data/bets.ts'
import { request, requestPage } from '#ui/lib/http/request.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { type BetSearch, queryText } from '../model/bet-search.ts'

/** The bets for this address. Without filters it is the list that a placed bet is put on top of. */
export function shownBetsQuery({ tab: _, ...filter }: BetSearch) {
  if (Object.keys(filter).length === 0) return betsQuery()
  return betsQuery({ key: [filter], text: () => queryText(filter, businessNow()) })
}

/** How many bets there are. Pushes invalidate it together with the bets. */
export function betTotalsQuery(search: BetSearch) {
  const { tab: _, ...filter } = search
  return queryOptions({
    queryKey: ['bets', 'totals', filter],
    queryFn: ({ signal }) => request<BetTotals>(`/api/bets/totals${queryText(filter, businessNow())}`, { signal }),
  })
}

/** The bets settled since an instant, last settled first: at most one page. `more`: there are others. */
export type SettledNews = { bets: Bet[]; more: boolean }

export const SETTLED_SINCE = ['bets', 'settled-since']

export const settledSinceQuery = (since: string) =>
  queryOptions({
    queryKey: [...SETTLED_SINCE, since],
    queryFn: async ({ signal }): Promise<SettledNews> => {
      const path = `/api/bets/my-bets?list=settled&since=${encodeURIComponent(since)}`
      const { body, next } = await requestPage<Bet[]>(path, { signal })
      return { bets: body.filter((bet) => bet.settled_at !== null && bet.settled_at > since), more: next !== null }
    },
  })
