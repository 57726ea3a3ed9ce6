// GET /api/bets/my-bets: the bettor's own bets.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Bet } from '#services/contract/contract.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { type Page, requestPage } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'

type BetPages = InfiniteData<Page<Bet[]>, unknown>

const PATH = '/api/bets/my-bets'

/** A filter of the list: `key` is its part of the query key, `text` the query string of the first page. */
export type BetChoice = { key: readonly unknown[]; text: () => string }
const ALL: BetChoice = { key: [], text: () => '' }

/**
 * The bettor's bets in pages: open ones, newest first, then settled ones, last settled first. Pushes invalidate it by
 * the first key.
 */
export const betsQuery = ({ key, text }: BetChoice = ALL) =>
  infiniteQueryOptions({
    queryKey: ['bets', 'mine', ...key],
    queryFn: ({ pageParam, signal }) => requestPage<Bet[]>(pageParam ?? PATH + text(), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The error to show where bets cannot be loaded. */
export const betsErrorText = (error: unknown): string =>
  messages.bets.loadingFailed(errorText(error, messages.bets.failed))

/** `hasMoreOpen`, `hasMoreSettled`: whether the server has more of them. */
export type MyBets = { open: Bet[]; settled: Bet[]; hasMoreOpen: boolean; hasMoreSettled: boolean }

/**
 * Splits the pages into open and settled bets. A bet that was settled between two requests is on both pages: the later
 * one counts.
 */
export function groupBets({ pages }: BetPages): MyBets {
  const bets = [...new Map(pages.flatMap(({ body }) => body).map((bet) => [bet.id, bet])).values()]
  const next = pages.at(-1)?.next ?? null
  return {
    open: bets.filter((bet) => bet.status === 'pending'),
    settled: bets.filter((bet) => bet.status !== 'pending'),
    hasMoreOpen: next?.includes('list=open') ?? false,
    hasMoreSettled: next !== null,
  }
}

/** The pages with newly placed bets on top, except for those that are in them already. */
export function withPlaced(pages: BetPages | undefined, placed: Bet[]): BetPages | undefined {
  if (pages === undefined) return undefined
  const known = new Set(pages.pages.flatMap(({ body }) => body).map((bet) => bet.id))
  const [first = { body: [], next: null }, ...older] = pages.pages
  const body = [...placed.filter((bet) => !known.has(bet.id)), ...first.body]
  return { ...pages, pages: [{ ...first, body }, ...older] }
}
