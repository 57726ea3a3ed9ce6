// A game that is not on the board, under the provider's own id: it is looked up at the provider, as far as the credits
// go. It can be seen but not bet on, because none of its quotes were published.
import { openByProviderIds } from '#projections/fixtures/queries.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ODDS_APART_MS, SCARCE_PER_HOUR } from '../polling/polling-intervals.ts'
import type { EventFallback } from '../port.ts'
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient, Reply } from '../provider/client.ts'
import type { Budget } from '../provider/credits.ts'
import { ProviderError } from '../provider/provider-errors.ts'
import { FEATURED_MARKETS } from '../quotes/offered-markets.ts'
import type { FeedStore } from '../store/feed-store.ts'
import { unlistedGame } from './unlisted-game.ts'

const REGIONS = ['us', 'eu'] as const
const SCORES_COST = 2
const ODDS_COST = REGIONS.length * FEATURED_MARKETS.length

/** Between two calls that cost credits, for all leagues together. */
const PAID_APART_MS = MINUTE
const UNAVAILABLE = 'unavailable'

type Fetched<T> = { readonly data: T | null; readonly status: string }

export function createEventFallback(parts: {
  readonly queries: Queries
  readonly store: Pick<FeedStore, 'claimEventPoll'>
  readonly client: OddsClient
  readonly budgetGuard: BudgetGuard
  readonly budget: Pick<Budget, 'hourly'>
  readonly businessNow: () => Date
}): EventFallback {
  const { queries, store, client, budgetGuard, budget, businessNow } = parts

  /** `status`: of the provider's reply, or why there was none. */
  async function fetched<T>(credits: number, call: () => Promise<Reply<T>>): Promise<Fetched<T>> {
    try {
      const reply = await budgetGuard.spend(credits, 'view', call)
      return reply === null ? { data: null, status: UNAVAILABLE } : { data: reply.data, status: '200' }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return { data: null, status: String(error.status ?? error.failure) }
    }
  }

  const claim = (name: string, apartMs: number): Promise<boolean> => {
    const now = businessNow()
    return store.claimEventPoll(name, now, new Date(now.getTime() - apartMs))
  }

  return async (league, id) => {
    const [known] = await openByProviderIds(queries, [id])
    if (known !== undefined) return { kind: 'known', fixture: known.id }
    if (!(await claim(`fallback ${league}`, ODDS_APART_MS))) return { kind: 'missing' }
    // this costs nothing: no credits are spent on made-up ids
    const listed = await fetched(0, () => client.events(league, { eventIds: [id] }))
    if (listed.data !== null && !listed.data.some((event) => event.id === id)) return { kind: 'missing' }
    const isAffordable = ((await budget.hourly()) ?? 0) >= SCARCE_PER_HOUR
    if (!isAffordable || !(await claim('fallback', PAID_APART_MS))) {
      return { kind: 'failed', scores: UNAVAILABLE, odds: UNAVAILABLE }
    }
    const [scores, odds] = await Promise.all([
      fetched(SCORES_COST, () => client.scores(league, { daysFrom: 3, eventIds: [id] })),
      fetched(ODDS_COST, () => client.eventOdds(league, id, { regions: REGIONS, markets: FEATURED_MARKETS })),
    ])
    if (scores.data === null || odds.data === null) {
      return { kind: 'failed', scores: scores.status, odds: odds.status }
    }
    const score = scores.data.find((event) => event.id === id)
    return score === undefined ? { kind: 'unscored' } : { kind: 'game', game: unlistedGame(odds.data, score) }
  }
}
