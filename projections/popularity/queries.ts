// How often fixtures were bet on.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const FixtureBets = z.object({ fixture: z.string(), bets: z.number() })

/** The number of bets placed on each of these fixtures; those without a bet are left out. */
export async function betsPlacedOn(
  db: CommonQueryMethods,
  fixtures: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.any(sql.prepared('bets placed on', FixtureBets)`
    select fixture_id as fixture, bets from app.fixture_popularity where fixture_id = any(${sql.array(fixtures, 'text')})`)
  return new Map(rows.map(({ fixture, bets }) => [fixture, bets]))
}
