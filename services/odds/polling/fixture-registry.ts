// The feed's fixtures, from the read model, plus those that this process has just listed.
import { hash } from 'node:crypto'
import { type FeedFixtureRow, feedFixturesAfter } from '#projections/fixtures/queries.ts'
import { DAY, MINUTE } from '#services/platform/clock/durations.ts'
import type { Queries } from '#services/platform/database/queries.ts'

export type KnownFixture = {
  readonly id: string
  /** All ids under which the provider lists it, or ever did. */
  providerIds: readonly string[]
  readonly league: string
  readonly home: string
  readonly away: string
  startsAt: Date
  /** Set by a result or an abandonment. */
  closedAt: Date | null
  abandoned: boolean
  result: { readonly home: number; readonly away: number } | null
}

/** Our id of the fixture that the provider lists under an id; the same in every worker. */
export const fixtureIdOf = (providerId: string): string => hash('sha256', `fixture\u0000${providerId}`).slice(0, 32)

export type FixtureRegistry = {
  ofLeague(league: string): KnownFixture[]
  leagues(): readonly string[]
  byProviderId(providerId: string): KnownFixture | undefined
  /** Adds a fixture that has just been listed and is not in the read model yet. */
  add(fixture: KnownFixture): void
  /** Adds an id that has just been linked to a fixture. Returns the fixture, or null if it is not known here. */
  link(league: string, fixture: string, providerId: string): KnownFixture | null
  /** Reads the read model again. */
  reload(now: Date): Promise<void>
}

/** Scores go back three days, so older fixtures are not needed. */
const RETENTION_MS = 4 * DAY
/** The read model lags by milliseconds: a fixture that it does not have after this long does not exist. */
const READ_MODEL_LAG_MS = MINUTE

export function createFixtureRegistry(queries: Queries): FixtureRegistry {
  let leagues = new Map<string, Map<string, KnownFixture>>()
  let providers = new Map<string, KnownFixture>()
  const added = new Map<string, number>()

  function put(fixture: KnownFixture): void {
    const league = leagues.get(fixture.league) ?? new Map<string, KnownFixture>()
    leagues.set(fixture.league, league.set(fixture.id, fixture))
    for (const id of fixture.providerIds) providers.set(id, fixture)
  }

  return {
    ofLeague: (league) => [...(leagues.get(league)?.values() ?? [])],
    leagues: () => [...leagues.keys()],
    byProviderId: (providerId) => providers.get(providerId),
    add(fixture) {
      added.set(fixture.id, Date.now())
      put(fixture)
    },
    link(league, id, providerId) {
      const fixture = leagues.get(league)?.get(id)
      if (fixture === undefined) return null
      fixture.providerIds = [...fixture.providerIds.filter((one) => one !== providerId), providerId]
      providers.set(providerId, fixture)
      return fixture
    },
    async reload(now) {
      const rows = await feedFixturesAfter(queries, new Date(now.getTime() - RETENTION_MS))
      const before = leagues
      leagues = new Map()
      providers = new Map()
      for (const row of rows) put(fixtureOf(row))
      for (const [id, at] of added) {
        const own = [...before.values()].map((league) => league.get(id)).find((fixture) => fixture !== undefined)
        const shown = own !== undefined && leagues.get(own.league)?.has(id) === true
        if (shown || Date.now() - at > READ_MODEL_LAG_MS || own === undefined) added.delete(id)
        else put(own)
      }
    },
  }
}

const fixtureOf = (row: FeedFixtureRow): KnownFixture => ({
  id: row.fixture,
  providerIds: row.providerIds,
  league: row.league,
  home: row.home,
  away: row.away,
  startsAt: row.startsAt,
  closedAt: row.closedAt,
  abandoned: row.abandoned,
  result: row.resultHome === null || row.resultAway === null ? null : { home: row.resultHome, away: row.resultAway },
})
