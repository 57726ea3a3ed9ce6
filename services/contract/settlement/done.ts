// GET /api/admin/settlement/done and /corrected: what the desk decided today, and games whose end was changed after bets were
// settled by it. Both lists have the newest first.
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

/** Where the next page goes on, as its `before`; null on the last one. */
const Older = z.number().nullable()

export const DoneDecision = Decision.extend({
  /** Who asked for it, where a second admin approved it: that is `who`. */
  askedBy: z.string().nullable(),
  /** Why that one asked for it: `reason` is the second admin's. */
  askedReason: z.string().nullable(),
  /** Bets settled because of it, at most a thousand are counted; null where it is about one bet. */
  bets: z.number().nullable(),
})
export type DoneDecision = z.infer<typeof DoneDecision>

/** Of the business day. */
export const DoneToday = z.object({ done: z.array(DoneDecision), older: Older })
export type DoneToday = z.infer<typeof DoneToday>

export const CorrectedResult = Decision.extend({
  /** Settlements that it took back, and how many of these bets are open again. */
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
