// GET /api/admin/checkpoint: how far the audit trail has come in the ledger.
import { z } from 'zod'

/** As `ledger verify` ends its range: the number, the place in the event store and the hash of one event of this log. */
export const LedgerCheckpoint = z.object({
  log: z.string(),
  number: z.number(),
  position: z.string(),
  hash: z.string(),
})
export type LedgerCheckpoint = z.infer<typeof LedgerCheckpoint>
