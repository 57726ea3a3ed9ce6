// How far in the ledger the audit trail is.
import { sql } from 'slonik'
import { LedgerCheckpoint } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** Null before the first event. */
export const trailCheckpoint = (db: Queries): Promise<LedgerCheckpoint | null> =>
  db.maybeOne(sql.prepared('checkpoint of the trail', LedgerCheckpoint)`
    select log_id as log, number, position, hash from app.projection_checkpoint
    where projection = 'audit' and number >= 0`)
