// Fetches the prices of a league for bettors who wait for them: one call for all who wait.
import { openByProviderIds, openProviderIds } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { createBelief } from '../identity/belief.ts'
import { newestFirst, oneListingEach } from '../identity/one-listing.ts'
import { ODDS_APART_MS } from '../polling/polling-intervals.ts'
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import { ProviderError } from '../provider/provider-errors.ts'
import type { OddsEvent } from '../provider/wire.ts'
import type { FeedStore } from '../store/feed-store.ts'
import { ADDITIONAL_MARKETS, FEATURED_MARKETS, marketsToAsk } from './offered-markets.ts'
import { storeOdds } from './store-odds.ts'

export type QuoteRefresher = {
  /**
   * Updates the prices of a league. True if new ones were stored. False if they were requested a moment ago (and will
   * arrive by themselves), or there are no credits or no reply.
   */
  refresh(league: string): Promise<boolean>
  /**
   * The same for the additional markets of one game, for a bet or for somebody who looks at it. With `watchedMs` it is
   * the latter: not if they were fetched less than that ago, and only with credits to spare.
   */
  refreshEvent(fixture: string, league: string, watchedMs?: number): Promise<boolean>
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
  const belief = createBelief(log)
  const inFlight = new Map<string, Promise<boolean>>()

  async function fetchPrices(league: string): Promise<boolean> {
    const now = businessNow()
    if (!(await store.claimPoll(league, 'odds', now, before(now, ODDS_APART_MS)))) return false
    const markets = marketsToAsk(league, FEATURED_MARKETS)
    const cost = client.regions * markets.length
    const reply = await budgetGuard.spend(cost, 'bet', () => client.odds(league, { markets }))
    if (reply === null) return false
    const believed = await believedOf(reply.data, now)
    const fixtures = new Map(believed.map(({ id, fixture }) => [id, fixture.id]))
    const events = await oneListingEach(store, believed, fixtures)
    await storeOdds(store, { events, fetchedAt: now, markets, wholeLeague: league })
    await store.pollStored({ league, kind: 'odds', unread: reply.rejected }, now)
    return true
  }

  async function fetchEvent(fixture: string, league: string, watchedMs?: number): Promise<boolean> {
    const markets = marketsToAsk(league, ADDITIONAL_MARKETS)
    const bookmaker = (await store.pinned([fixture])).get(fixture)
    if (markets.length === 0 || bookmaker === undefined) return false
    const now = businessNow()
    if (!(await store.claimEventPoll(fixture, now, before(now, watchedMs ?? ODDS_APART_MS)))) return false
    for (const providerId of await idsOf(fixture)) {
      const query = { markets, bookmakers: [bookmaker.key] }
      const reply = await budgetGuard
        .spend(markets.length, watchedMs === undefined ? 'bet' : 'view', () =>
          client.eventOdds(league, providerId, query),
        )
        .catch(ignoreGone)
      if (reply === null) continue
      const believed = await believedOf([reply.data], now)
      const events = new Map(believed.filter((one) => one.fixture.id === fixture).map((one) => [fixture, one]))
      if (events.size === 0) continue
      await storeOdds(store, { events, fetchedAt: now, markets, wholeLeague: null })
      return true
    }
    return false
  }

  /** The id that the provider lists now comes first, so that the others are not asked for in vain. */
  async function idsOf(fixture: string): Promise<readonly string[]> {
    const ids = await openProviderIds(queries, fixture)
    return ids.length < 2 ? ids : ids.toSorted(await newestFirst(store, [fixture]))
  }

  /** Those of our fixtures that are not decided. Games that are not listed yet are left out. */
  async function believedOf(events: readonly OddsEvent[], at: Date) {
    const ids = events.map(({ id }) => id)
    const fixtures = new Map((await openByProviderIds(queries, ids)).map((row) => [row.providerId, row]))
    return belief.ofFixtures(belief.possible(events, at), (id) => fixtures.get(id))
  }

  /** One call for all who wait for the same. */
  function together(key: string, make: () => Promise<boolean>): Promise<boolean> {
    const running = inFlight.get(key)
    if (running !== undefined) return running
    const fetching = make()
      .catch((error: unknown) => {
        log(error)
        return false
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, fetching)
    return fetching
  }

  return {
    refresh: (league) => together(league, () => fetchPrices(league)),
    refreshEvent: (fixture, league, watchedMs) => together(fixture, () => fetchEvent(fixture, league, watchedMs)),
  }
}

const before = (now: Date, apartMs: number): Date => new Date(now.getTime() - apartMs)

/** The provider now lists the game under another id. */
function ignoreGone(error: unknown): null {
  if (error instanceof ProviderError && error.failure === 'event-gone') return null
  throw error
}
