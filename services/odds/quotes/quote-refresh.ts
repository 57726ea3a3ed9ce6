// A bettor waits and the price is old: ask the provider, once for all who wait.
import { openByProviderIds } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import type { OddsEvent } from '../provider/wire.ts'
import { storeOdds } from './pricing.ts'
import type { QuoteStore } from './quote-store.ts'

/** Business time in which a league is asked at most once, by whichever process, for polling or for a bettor. */
const APART_MS = 10_000

export type Refresher = {
  /**
   * Brings the prices of a league up to date. True where new ones were stored; false where it was asked a moment ago (the
   * answer comes by itself), where there are no credits or no answer.
   */
  refresh(league: string): Promise<boolean>
}

export function createRefresher(parts: {
  readonly queries: Queries
  readonly store: QuoteStore
  readonly client: OddsClient
  readonly payer: BudgetGuard
  readonly businessNow: () => Date
  readonly log: (problem: unknown) => void
}): Refresher {
  const { queries, store, client, payer, businessNow, log } = parts
  const inFlight = new Map<string, Promise<boolean>>()

  async function ask(league: string): Promise<boolean> {
    const now = businessNow()
    if (!(await store.claimPoll(league, 'odds', now, new Date(now.getTime() - APART_MS)))) return false
    const reply = await payer.spend(client.regions, false, () => client.odds(league))
    if (reply === null) return false
    const fixtures = await fixturesOf(queries, reply.data)
    const events = new Map<string, OddsEvent>()
    for (const event of reply.data) {
      const fixture = fixtures.get(event.id)
      if (fixture !== undefined) events.set(fixture, event)
    }
    await storeOdds(store, { events, fetchedAt: now, wholeLeague: league })
    return true
  }

  return {
    refresh(league) {
      const running = inFlight.get(league)
      if (running !== undefined) return running
      const asked = ask(league)
        .catch((error: unknown) => {
          log(error)
          return false
        })
        .finally(() => inFlight.delete(league))
      inFlight.set(league, asked)
      return asked
    },
  }
}

/** Our fixtures by the provider's ids; what was not listed yet is not there. */
async function fixturesOf(queries: Queries, events: readonly OddsEvent[]): Promise<Map<string, string>> {
  const ids = events.map(({ id }) => id)
  return new Map((await openByProviderIds(queries, ids)).map(({ providerId, fixture }) => [providerId, fixture]))
}
