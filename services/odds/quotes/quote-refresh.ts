// Fetches the prices of a league for bettors who wait for them: once for all who do.
import { openByProviderIds } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ODDS_APART_MS } from '../polling/polling-intervals.ts'
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import type { OddsEvent } from '../provider/wire.ts'
import type { FeedStore } from '../store/feed-store.ts'
import { storeOdds } from './store-odds.ts'

export type QuoteRefresher = {
  /**
   * Updates the prices of a league. True if new ones were stored; false if they were requested a moment ago (and will
   * arrive by themselves), or if there are no credits or no answer.
   */
  refresh(league: string): Promise<boolean>
}

export function createQuoteRefresher(parts: {
  readonly queries: Queries
  readonly store: FeedStore
  readonly client: OddsClient
  readonly budgetGuard: BudgetGuard
  readonly businessNow: () => Date
  readonly log: (problem: unknown) => void
}): QuoteRefresher {
  const { queries, store, client, budgetGuard, businessNow, log } = parts
  const inFlight = new Map<string, Promise<boolean>>()

  async function fetchPrices(league: string): Promise<boolean> {
    const now = businessNow()
    if (!(await store.claimPoll(league, 'odds', now, new Date(now.getTime() - ODDS_APART_MS)))) return false
    const reply = await budgetGuard.spend(client.regions, false, () => client.odds(league))
    if (reply === null) return false
    const fixtures = await fixturesOf(queries, reply.data)
    const events = new Map<string, OddsEvent>()
    for (const event of reply.data) {
      const fixture = fixtures.get(event.id)
      if (fixture !== undefined) events.set(fixture, event)
    }
    await storeOdds(store, { events, fetchedAt: now, wholeLeague: league })
    await store.pollStored(league, 'odds', now)
    return true
  }

  return {
    refresh(league) {
      const running = inFlight.get(league)
      if (running !== undefined) return running
      const fetching = fetchPrices(league)
        .catch((error: unknown) => {
          log(error)
          return false
        })
        .finally(() => inFlight.delete(league))
      inFlight.set(league, fetching)
      return fetching
    },
  }
}

/** Our fixtures, by the provider's ids; games that are not listed yet are left out. */
async function fixturesOf(queries: Queries, events: readonly OddsEvent[]): Promise<Map<string, string>> {
  const ids = events.map(({ id }) => id)
  return new Map((await openByProviderIds(queries, ids)).map(({ providerId, fixture }) => [providerId, fixture]))
}
