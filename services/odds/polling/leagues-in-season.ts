// The supported leagues that the provider has in season: fetched now and then, at no cost. The reply also says how many
// credits there are, before any is spent.
import { catalogLeague } from '../catalog/catalog.ts'
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import { LEAGUES_MS, LEAGUES_RETRY_MS, LEAGUES_WITHOUT_CREDITS_MS } from './polling-intervals.ts'

export type LeaguesInSeason = {
  /**
   * The last known ones if the provider does not answer. `hasCredits`: whether there are credits to spend now; if not,
   * it is asked more often, since there may be some soon.
   */
  current(hasCredits: boolean): Promise<readonly string[]>
}

export function createLeaguesInSeason(
  client: OddsClient,
  budgetGuard: BudgetGuard,
  systemNow: () => Date,
  log: (problem: unknown) => void,
): LeaguesInSeason {
  let leagues: string[] = []
  let fetchedAt = Number.NEGATIVE_INFINITY
  return {
    async current(hasCredits) {
      const now = systemNow().getTime()
      const inSeasonMs = hasCredits ? LEAGUES_MS : LEAGUES_WITHOUT_CREDITS_MS
      const everyMs = leagues.length === 0 ? LEAGUES_RETRY_MS : inSeasonMs
      if (now - fetchedAt < everyMs) return leagues
      fetchedAt = now
      try {
        const reply = await budgetGuard.spend(0, 'poll', () => client.sports())
        if (reply === null) return leagues
        leagues = reply.data
          .filter(({ key, active }) => active && catalogLeague(key)?.outright === false)
          .map(({ key }) => key)
      } catch (error) {
        log(error)
      }
      return leagues
    },
  }
}
