// The bettor's own bets: GET /api/bets/my-bets.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Bet } from '#services/contract/contract.ts'
import { errorText, type Page, requestPage } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'

export type BetPages = InfiniteData<Page<Bet[]>, unknown>

/** Open bets, then settled ones, each newest first, page after page. Pushed changes invalidate it by its first key. */
export const betsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['bets', 'mine'],
    queryFn: ({ pageParam, signal }) => requestPage<Bet[]>(pageParam, { signal }),
    initialPageParam: '/api/bets/my-bets',
    getNextPageParam: ({ next }) => next,
  })

/** What is shown where the bets cannot be had. */
export const betsFailed = (error: unknown): string =>
  messages.bets.loadingFailed(errorText(error, messages.bets.failed))

/** `openMore`, `settledMore`: the server has more of them. */
export type MyBets = { open: Bet[]; settled: Bet[]; openMore: boolean; settledMore: boolean }

/** A bet that was settled between two pages is on both: what was read last holds. */
export function myBets({ pages }: BetPages): MyBets {
  const bets = [...new Map(pages.flatMap(({ body }) => body).map((bet) => [bet.id, bet])).values()]
  const next = pages.at(-1)?.next ?? null
  return {
    open: bets.filter((bet) => bet.status === 'pending'),
    settled: bets.filter((bet) => bet.status !== 'pending'),
    openMore: next?.includes('list=open') ?? false,
    settledMore: next !== null,
  }
}

/** The list with what was just placed on top, for as long as the server's list does not have it. */
export function withPending(pages: BetPages | undefined, placed: Bet[]): BetPages | undefined {
  if (pages === undefined) return undefined
  const known = new Set(pages.pages.flatMap(({ body }) => body).map((bet) => bet.id))
  const [first = { body: [], next: null }, ...older] = pages.pages
  const body = [...placed.filter((bet) => !known.has(bet.id)), ...first.body]
  return { ...pages, pages: [{ ...first, body }, ...older] }
}
