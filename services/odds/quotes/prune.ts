// Deletes messages and price history that are no longer needed. A message is kept as long as the ledger refers to it; all
// others are useful for minutes, and numerous: each poll brings one for every game.
import type pg from 'pg'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'

/** Longer than the age of any price that a bet is struck at, and than the lag of any read model. Business time. */
const UNREFERENCED_MS = 6 * HOUR
const HISTORY_MS = 30 * DAY

/**
 * Keeps messages that a bet's leg refers to, and those with a completed score of a game that was bet on: the reads that
 * justify its result are among them.
 */
const MESSAGES = `
with named as (
  select distinct leg ->> 'message' as hash
  from app.bet b cross join lateral json_array_elements(b.legs::json) as leg
  where b.placed_at >= $1
)
delete from app.provider_message m
where m.fetched_at >= $1 and m.fetched_at < $2
  and not exists (select from named where named.hash = m.hash)
  and not (m.kind = 'score' and m.body like '%"completed":true%' and (
    exists (select from app.open_leg o where o.fixture_id = m.fixture_id)
    or exists (select from app.settled_leg s where s.fixture_id = m.fixture_id)))`

const HISTORY = `
delete from app.quote_history h
where h.fetched_at < $1 and (h.fetched_at < $2 or not (
  exists (select from app.open_leg o where o.fixture_id = h.fixture_id)
  or exists (select from app.settled_leg s where s.fixture_id = h.fixture_id)))`

/** A stopped read model may not have the newest bets: then nothing is deleted. */
const STOPPED = 'select from app.projection_checkpoint where failed is not null limit 1'

/** Continues where the last prune of this process ended. */
export function createPruner(pool: pg.Pool): (now: Date) => Promise<number> {
  let prunedUpTo = new Date(0)
  return async (now) => {
    const { rowCount: stopped } = await pool.query(STOPPED)
    if (stopped !== 0) return 0
    const before = new Date(now.getTime() - UNREFERENCED_MS)
    const messages = await pool.query(MESSAGES, [prunedUpTo, before])
    const history = await pool.query(HISTORY, [before, new Date(now.getTime() - HISTORY_MS)])
    prunedUpTo = before
    return (messages.rowCount ?? 0) + (history.rowCount ?? 0)
  }
}
