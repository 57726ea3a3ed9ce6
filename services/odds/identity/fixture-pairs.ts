// Fixtures that may be one game, which admins are asked about while there are open bets on the older.
import type pg from 'pg'
import { LOCK_WAIT_MS, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { createListings, type Listings } from './listings.ts'
import type { Doubt } from './same-game.ts'

export type DoubtfulPair = {
  readonly old: string
  readonly new: string
  readonly providerId: string
  readonly why: Doubt
}

export type FixturePairs = {
  /** Queues pairs with open bets on the older fixture. Pairs that are already queued stay unchanged. */
  queuePairs(pairs: readonly DoubtfulPair[], now: Date): Promise<void>
}

/** A pair that was joined. (Keeping a pair apart is an event.) */
export type Joined = {
  /** The admin's account. */
  readonly by: string
  readonly command: string
  readonly at: Date
  /** Commitment to the reason's text. */
  readonly reason: string | null
}
/** `resolution`: as far as it is known here. `command`: the id of the command that decided it. */
export type PairInDoubt = {
  readonly why: Doubt
  readonly resolution: 'joined' | 'apart' | null
  readonly command: string | null
}

/** What admins do about pairs. */
export type FixturePairDecisions = Pick<Listings, 'reassignId'> & {
  /**
   * Decides a pair, one caller at a time for all pairs of the newer fixture. Stores `joined` of the work's result. Null
   * if there is no such pair. Throws LockHeld if others take too long.
   */
  decidePair<Result extends { readonly joined?: Joined | undefined }>(
    old: string,
    listed: string,
    work: (pair: PairInDoubt) => Promise<Result>,
  ): Promise<Result | null>
  /** Whether some of these ids of the provider belong to a third fixture. */
  areOfAnother(
    providerIds: readonly string[],
    pair: { readonly old: string; readonly listed: string },
  ): Promise<boolean>
  /** Whether there are bets on a fixture, open or settled. */
  hasBets(fixture: string): Promise<boolean>
}

export const createFixturePairs = (pool: pg.Pool): FixturePairs => ({
  async queuePairs(pairs, now) {
    if (pairs.length === 0) return
    const column = <T>(of: (pair: DoubtfulPair) => T): T[] => pairs.map(of)
    await pool.query({
      name: 'queue fixture pairs',
      text: `insert into app.fixture_pair (old_fixture, new_fixture, provider_id, why, found_at)
        select old, new, provider_id, why, $5
        from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t(old, new, provider_id, why)
        where exists (select from app.open_leg where fixture_id = old)
          and not exists (select from app.fixture_pair q where q.old_fixture = t.new and q.new_fixture = t.old)
        order by old, new
        on conflict do nothing`,
      values: [
        column((pair) => pair.old),
        column((pair) => pair.new),
        column(({ providerId }) => providerId),
        column(({ why }) => why),
        now,
      ],
    })
  },
})

export const createFixturePairDecisions = (pool: pg.Pool, locks: Pick<SessionLocks, 'hold'>): FixturePairDecisions => ({
  reassignId: createListings(pool).reassignId,

  decidePair: (old, listed, work) =>
    locks.hold(`fixture pairs of ${listed}`, LOCK_WAIT_MS, async (client) => {
      const { rows } = await client.query<PairInDoubt & { old: string }>(
        `select old_fixture as old, why, resolution, resolved_command as command from app.fixture_pair
         where new_fixture = $1`,
        [listed],
      )
      const pair = rows.find((row) => row.old === old)
      if (pair === undefined) return null
      const result = await work(pair)
      if (result.joined === undefined) return result
      const { by, command, at, reason } = result.joined
      await client.query(
        `update app.fixture_pair
         set resolution = 'joined', resolved_by = $3, resolved_command = $4, resolved_at = $5, reason = $6
         where old_fixture = $1 and new_fixture = $2 and resolution is null`,
        [old, listed, by, command, at, reason],
      )
      return result
    }),

  async areOfAnother(providerIds, { old, listed }) {
    const { rows } = await pool.query<{ are: boolean }>(
      `select exists (select from app.provider_listing
         where provider_id = any($1) and fixture_id <> all($2)) as are`,
      [providerIds, [old, listed]],
    )
    return rows[0]!.are
  },

  async hasBets(fixture) {
    const { rows } = await pool.query<{ has: boolean }>(
      `select exists (select from app.open_leg where fixture_id = $1)
         or exists (select from app.settled_leg where fixture_id = $1) as has`,
      [fixture],
    )
    return rows[0]!.has
  },
})
