// The provider's ids: which fixture each belongs to, and when it was last listed. In Postgres, for all workers.
import type pg from 'pg'
import { retryAfterDeadlock } from '#services/platform/database/deadlock.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import { ABSENCES, type Listing } from './same-game.ts'

/** What a reply of the provider says about the listings of a league. */
export type ListedGames = {
  readonly league: string
  /** All ids in it. */
  readonly ids: readonly string[]
  /** Our fixtures, by known id. */
  readonly fixtures: ReadonlyMap<string, string>
  /** Business time of the request. */
  readonly at: Date
  /** Whether a game that is not in it is not listed. */
  readonly complete: boolean
}

export type Listings = {
  /** Records what a reply lists, and what it lacks. An older reply changes nothing. */
  noteListed(games: ListedGames): Promise<void>
  listingsOf(fixtures: readonly string[]): Promise<Listing[]>
  /**
   * Claims an id for a fixture. The first claim stands for ever, whoever makes another. Returns the fixture that has
   * it. With `continues`, the fixture is an older one whose own ids must all have vanished; null if one of them has
   * not.
   */
  claimId(claim: IdClaim): Promise<string | null>
  /** Gives an id to another fixture. */
  reassignId(providerId: string, fixture: string): Promise<void>
}

export type IdClaim = {
  readonly providerId: string
  readonly league: string
  readonly fixture: string
  readonly continues: boolean
  readonly at: Date
}

const NOTE_LISTED = `
with listed as (
  insert into app.provider_listing as p (provider_id, league, fixture_id, first_listed_at, last_listed_at)
  select provider_id, $1, fixture_id, $5, $5 from unnest($2::text[], $3::text[]) as t(provider_id, fixture_id)
  order by provider_id
  on conflict (provider_id) do update set
    last_listed_at = excluded.last_listed_at, absences = 0, absent_since = null, absence_counted_at = null
  where p.last_listed_at < excluded.last_listed_at
    and (p.absence_counted_at is null or p.absence_counted_at < excluded.last_listed_at)
)
update app.provider_listing set
  absences = absences + 1, absent_since = coalesce(absent_since, $5), absence_counted_at = $5
where $6 and league = $1 and provider_id <> all ($4::text[]) and last_listed_at < $5 and absences < ${ABSENCES}
  and (absence_counted_at is null or absence_counted_at < $5)`

const CLAIM = `
insert into app.provider_listing as p (provider_id, league, fixture_id, first_listed_at, last_listed_at)
values ($1, $2, $3, $4, $4)
on conflict (provider_id) do update set
  last_listed_at = greatest(p.last_listed_at, excluded.last_listed_at),
  absences = 0, absent_since = null, absence_counted_at = null
returning fixture_id`

export function createListings(pool: pg.Pool): Listings {
  const claim = async (client: Pick<pg.Pool, 'query'>, { providerId, league, fixture, at }: IdClaim) => {
    const values = [providerId, league, fixture, at]
    const { rows } = await client.query<{ fixture_id: string }>(CLAIM, values)
    return rows[0]!.fixture_id
  }

  return {
    async noteListed({ league, ids, fixtures, at, complete }) {
      const values = [league, [...fixtures.keys()], [...fixtures.values()], ids, at, complete]
      await retryAfterDeadlock(() => pool.query({ name: 'note listed', text: NOTE_LISTED, values }))
    },

    async listingsOf(fixtures) {
      if (fixtures.length === 0) return []
      const { rows } = await pool.query<Listing>({
        name: 'listings of fixtures',
        text: `select provider_id as "providerId", fixture_id as fixture, first_listed_at as "firstListedAt",
            last_listed_at as "lastListedAt", absent_since as "absentSince", absences
          from app.provider_listing where fixture_id = any($1)`,
        values: [fixtures],
      })
      return rows
    },

    claimId(made) {
      if (!made.continues) return claim(pool, made)
      return inTransaction(pool, async (client) => {
        // other workers that continue the same fixture wait here, and see this id in their next statement
        await client.query('select from app.provider_listing where fixture_id = $1 order by provider_id for update', [
          made.fixture,
        ])
        const { rows } = await client.query<{ vanished: boolean | null }>(
          `select bool_and(absences >= $2) as vanished from app.provider_listing
           where fixture_id = $1 and provider_id <> $3`,
          [made.fixture, ABSENCES, made.providerId],
        )
        return rows[0]?.vanished === true ? claim(client, made) : null
      })
    },

    async reassignId(providerId, fixture) {
      await pool.query('update app.provider_listing set fixture_id = $2 where provider_id = $1', [providerId, fixture])
    },
  }
}
