// Deletes what is kept about games that nobody can bet on any more, and about their markets: suspensions, and the last
// prices that could be meant.
import type pg from 'pg'
import { DAY } from '#services/platform/clock/durations.ts'

/** Business time. A game that is not decided by then has been abandoned. */
const STARTED_MS = 4 * DAY

const pruneOf = (table: string) => `
delete from ${table} using app.fixture f
where f.fixture_id = ${table}.fixture_id and (f.closed_at is not null or f.starts_at < $1)`

export async function pruneMarkets(pool: pg.Pool, now: Date): Promise<void> {
  const startsBefore = new Date(now.getTime() - STARTED_MS)
  for (const table of ['app.suspended_market', 'app.meant_prices', 'app.early_score'])
    await pool.query(pruneOf(table), [startsBefore])
}
