// The bettor's own bets: GET /api/bets/my-bets.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Bet } from '../../../../services/api/contract.ts'
import { messages } from '../../app/messages.ts'
import { errorText, request } from '../../lib/api.ts'

/** As many as one reply holds; a full one may have older bets after it. */
const PAGE = 500

export type BetPages = InfiniteData<Bet[], unknown>

/** Newest first, page after page. Pushed changes invalidate it by its first key. */
export const betsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['bets', 'mine'],
    queryFn: ({ pageParam, signal }) =>
      request<Bet[]>(`/api/bets/my-bets${pageParam === null ? '' : `?before=${encodeURIComponent(pageParam)}`}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.id ?? null)),
  })

/** What is shown where the bets cannot be had. */
export const betsFailed = (error: unknown): string =>
  messages.bets.loadingFailed(errorText(error, messages.bets.failed))

/** The list with what was just placed on top, for as long as the server's list does not have it. */
export function withPending(pages: BetPages | undefined, placed: Bet[]): BetPages | undefined {
  if (pages === undefined) return undefined
  const known = new Set(pages.pages.flat().map((bet) => bet.id))
  const [first = [], ...older] = pages.pages
  return { ...pages, pages: [[...placed.filter((bet) => !known.has(bet.id)), ...first], ...older] }
}
