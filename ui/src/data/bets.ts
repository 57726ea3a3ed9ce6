// GET /api/bets/my-bets: the bettor's own bets.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { Bet } from '#services/contract/contract.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { type Page, requestPage } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'

type BetPages = InfiniteData<Page<Bet[]>, unknown>

const PATH = '/api/bets/my-bets'

/** Which of them: `key` names the choice, `text` is its query string when the first page is asked for. */
export type BetChoice = { key: readonly unknown[]; text: () => string }
const ALL: BetChoice = { key: [], text: () => '' }

/** Open bets, the newest first, then settled ones, those settled last first, in pages. Pushes invalidate it by its first key. */
export const betsQuery = ({ key, text }: BetChoice = ALL) =>
  infiniteQueryOptions({
    queryKey: ['bets', 'mine', ...key],
    queryFn: ({ pageParam, signal }) => requestPage<Bet[]>(pageParam ?? PATH + text(), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The error text where bets cannot be loaded. */
export const betsErrorText = (error: unknown): string =>
  messages.bets.loadingFailed(errorText(error, messages.bets.failed))

/** `hasMoreOpen`, `hasMoreSettled`: whether the server has more than these. */
export type MyBets = { open: Bet[]; settled: Bet[]; hasMoreOpen: boolean; hasMoreSettled: boolean }

/** A bet that was settled between two requests is on both pages: the later one counts. */
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

/** The list with newly placed bets on top, unless it already has them. */
export function withPlaced(pages: BetPages | undefined, placed: Bet[]): BetPages | undefined {
  if (pages === undefined) return undefined
  const known = new Set(pages.pages.flatMap(({ body }) => body).map((bet) => bet.id))
  const [first = { body: [], next: null }, ...older] = pages.pages
  const body = [...placed.filter((bet) => !known.has(bet.id)), ...first.body]
  return { ...pages, pages: [{ ...first, body }, ...older] }
}
