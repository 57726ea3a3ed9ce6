// Decisions of the settlement desk in the words of the audit trail, without the parts of a line that only some may
// read.
import type { TrailRow } from '#projections/audit/queries.ts'
import type { AuditLine } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { linesOf } from '../../reads/trail/trail.ts'

/** In the order of the rows. */
export async function decisionLines(db: Queries, rows: readonly TrailRow[]) {
  const lines = await linesOf(db, rows, () => '')
  return lines.map(decisionOf)
}

const decisionOf = ({ number, at, type, who, what, before, after, reason, bet, fixture }: AuditLine) => ({
  number,
  at,
  type,
  who,
  what,
  before,
  after,
  reason,
  bet,
  fixture,
})
