// What may be forgotten. A message is kept for as long as something in the ledger names it; everything else is of use
// for minutes, and there is a lot of it: each poll brings a message for every game.
import type pg from 'pg'

/** Longer than the oldest price that a bet is struck at, and than any read model may be behind. Business time. */
const UNREFERENCED_MS = 6 * 3_600_000
const HISTORY_MS = 30 * 86_400_000

/**
 * Messages named by a bet's leg, and those that completed the score of a game that was bet on, stay: the reads that
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

/** A read model that stands still may not know of the newest bets: then nothing is forgotten. */
const STOPPED = 'select from app.projection_checkpoint where failed is not null limit 1'

/** Prunes from where the last prune of this process ended. */
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
