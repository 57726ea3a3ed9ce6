// Whether the table of named messages may be relied on, and how far.
import type pg from 'pg'

/** One row with `intact`: false once rows are gone. */
export const INTACT = `
  select coalesce((select messages = (select count(*) from evidence) from evidence_count), false) as intact`

const COMPLETE_UP_TO = `
  select named_at from app.evidence
  where exists (select from app.projection_checkpoint where projection = 'evidence' and failed is null)
    and (select messages from app.evidence_count) = (select count(*) from app.evidence)
  order by named_at desc limit 1`

/**
 * Business time up to which every message is there that a bet or a result named; null where that is not known. A read
 * model that lags behind, or is being built anew, says an earlier time than the clock's.
 */
export async function evidenceCompleteUpTo(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ named_at: Date }>(COMPLETE_UP_TO)
  return rows[0]?.named_at ?? null
}
