// GET /api/bets/{betId}/receipt: a proof that an event of a bet is in the log.
import { z } from 'zod'

/** The event that the receipt is for: the bet as it was placed, or as it was last settled. */
export const ReceiptOf = z.enum(['placed', 'settled'])
export type ReceiptOf = z.infer<typeof ReceiptOf>
