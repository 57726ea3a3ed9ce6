// GET /api/admin/checkpoint: how far the audit trail has come in the ledger.
import { z } from 'zod'

/**
 * As `ledger verify` prints at the end of its range: number, position in the event store and hash of one event of this
 * log.
 */
export const LedgerCheckpoint = z.object({
  log: z.string(),
  number: z.number(),
  position: z.string(),
  hash: z.string(),
})
export type LedgerCheckpoint = z.infer<typeof LedgerCheckpoint>
