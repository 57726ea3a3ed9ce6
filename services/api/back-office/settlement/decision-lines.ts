// Decisions of the settlement desk as the audit trail tells them, without what only some may read of a line.
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
