// GET /api/admin/settlement/done and /corrected: what admins decided today, and games whose result was changed after
// bets had been settled by it. Both lists are newest first.
import { z } from 'zod'
import { AuditLine } from '../trail/audit.ts'
import { Euros } from '../values.ts'

/** A line of the audit trail. `number`: its ledger number. */
const Decision = AuditLine.pick({
  number: true,
  at: true,
  type: true,
  who: true,
  what: true,
  before: true,
  after: true,
  reason: true,
  bet: true,
  fixture: true,
})

/** Where the next page continues, to be passed as `before`; null on the last one. */
const Older = z.number().nullable()

export const DoneDecision = Decision.extend({
  /** Who asked for it, if a second admin approved it; that one is `who`. */
  askedBy: z.string().nullable(),
  /** The asking admin's reason; `reason` is the second admin's. */
  askedReason: z.string().nullable(),
  /** Bets settled because of it, counted up to `COUNTED_MAX`; null if it is about one bet. */
  bets: z.number().nullable(),
})
export type DoneDecision = z.infer<typeof DoneDecision>

/** Of the current business day. */
export const DoneToday = z.object({ done: z.array(DoneDecision), older: Older })
export type DoneToday = z.infer<typeof DoneToday>

export const CorrectedResult = Decision.extend({
  /** Settlements that it reversed, and how many of those bets are open again. */
  bets: z.number(),
  reopened: z.number(),
  returnedBefore: Euros,
  returnedAfter: Euros,
})
export type CorrectedResult = z.infer<typeof CorrectedResult>

export const CorrectedResults = z.object({ corrected: z.array(CorrectedResult), older: Older })
export type CorrectedResults = z.infer<typeof CorrectedResults>

export const DecisionsQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})
