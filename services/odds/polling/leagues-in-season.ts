// The supported leagues that the provider has in season: fetched now and then, at no cost.
import { catalogLeague } from '../catalog/catalog.ts'
import type { OddsClient } from '../provider/client.ts'
import { LEAGUES_MS, LEAGUES_RETRY_MS } from './polling-intervals.ts'

export type LeaguesInSeason = {
  /** The last known ones if the provider does not answer. */
  current(): Promise<readonly string[]>
}

export function createLeaguesInSeason(
  client: OddsClient,
  systemNow: () => Date,
  log: (problem: unknown) => void,
): LeaguesInSeason {
  let leagues: string[] = []
  let fetchedAt = Number.NEGATIVE_INFINITY
  return {
    async current() {
      const now = systemNow().getTime()
      const everyMs = leagues.length === 0 ? LEAGUES_RETRY_MS : LEAGUES_MS
      if (now - fetchedAt < everyMs) return leagues
      fetchedAt = now
      try {
        const { data } = await client.sports()
        leagues = data
          .filter(({ key, active }) => active && catalogLeague(key)?.outright === false)
          .map(({ key }) => key)
      } catch (error) {
        log(error)
      }
      return leagues
    },
  }
}
