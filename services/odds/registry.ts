// The feed's fixtures as the poller knows them: from the read model, and ahead of it what this process has just done.
import { hash } from 'node:crypto'
import type pg from 'pg'

export type KnownFixture = {
  readonly id: string
  readonly providerIds: readonly string[]
  readonly league: string
  readonly home: string
  readonly away: string
  startsAt: Date
  /** Set by a result or an abandonment. */
  closedAt: Date | null
  abandoned: boolean
  result: { readonly home: number; readonly away: number } | null
}

/** The id that every worker gives to the fixture that the provider lists under an id. */
export const fixtureIdOf = (providerId: string): string => hash('sha256', `fixture\u0000${providerId}`).slice(0, 32)

export type Registry = {
  ofLeague(league: string): KnownFixture[]
  byProviderId(providerId: string): KnownFixture | undefined
  /** A fixture that was just listed and is not in the read model yet. */
  add(fixture: KnownFixture): void
  /** Reads the read model again. */
  reload(now: Date): Promise<void>
}

/** Scores reach back three days; nothing older is asked about. */
const KEPT_MS = 4 * 86_400_000
/** The read model is milliseconds behind; what it does not show after this long is not there. */
const TRUSTED_MS = 60_000

type Row = {
  fixture_id: string
  provider_ids: string[]
  league: string
  home: string
  away: string
  starts_at: Date
  closed_at: Date | null
  abandoned: boolean
  result_home: number | null
  result_away: number | null
}

const KNOWN = `
select f.fixture_id, f.league, f.home, f.away, f.starts_at, f.closed_at, f.abandoned, f.result_home, f.result_away,
  array_agg(p.provider_id) as provider_ids
from app.fixture f join app.provider_fixture p using (fixture_id)
where f.source = 'feed' and f.starts_at > $1
group by f.fixture_id`

export function createRegistry(pool: pg.Pool): Registry {
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
    byProviderId: (providerId) => providers.get(providerId),
    add(fixture) {
      added.set(fixture.id, Date.now())
      put(fixture)
    },
    async reload(now) {
      const { rows } = await pool.query<Row>(KNOWN, [new Date(now.getTime() - KEPT_MS)])
      const before = leagues
      leagues = new Map()
      providers = new Map()
      for (const row of rows) put(known(row))
      for (const [id, at] of added) {
        const own = [...before.values()].map((league) => league.get(id)).find((fixture) => fixture !== undefined)
        const shown = own !== undefined && leagues.get(own.league)?.has(id) === true
        if (shown || Date.now() - at > TRUSTED_MS || own === undefined) added.delete(id)
        else put(own)
      }
    },
  }
}

const known = (row: Row): KnownFixture => ({
  id: row.fixture_id,
  providerIds: row.provider_ids,
  league: row.league,
  home: row.home,
  away: row.away,
  startsAt: row.starts_at,
  closedAt: row.closed_at,
  abandoned: row.abandoned,
  result:
    row.result_home === null || row.result_away === null ? null : { home: row.result_home, away: row.result_away },
})
