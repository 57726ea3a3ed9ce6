// Whether the table of named messages is complete, and up to when.
import type pg from 'pg'

/** One row with `intact`: false once rows are missing. */
export const INTACT = `
  select coalesce((select messages = (select count(*) from evidence) from evidence_count), false) as intact`

const COMPLETE_UP_TO = `
  select named_at from app.evidence
  where exists (select from app.projection_checkpoint where projection = 'evidence' and failed is null)
    and (select messages from app.evidence_count) = (select count(*) from app.evidence)
  order by named_at desc limit 1`

/**
 * Business time up to which every message that a bet or a result named is in the table; null if that is not known. If
 * the read model lags or is being rebuilt, this time is earlier.
 */
export async function evidenceCompleteUpTo(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ named_at: Date }>(COMPLETE_UP_TO)
  return rows[0]?.named_at ?? null
}
