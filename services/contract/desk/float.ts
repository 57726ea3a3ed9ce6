// GET /api/admin/float: the lines of the caller's own float; GET /api/admin/float/days: its days; and the action that
// closes one.
import { z } from 'zod'
import { FLOAT_KINDS } from '#domain/float/float-kinds.ts'
import { Statement, StatementLine, StatementQuery } from '../account/statement.ts'
import { SentencePart } from '../trail/audit.ts'
import { BalanceText, Euros, IsoTime, ListFormat, withReason } from '../values.ts'

export const FloatKind = z.enum(FLOAT_KINDS)
export type FloatKind = z.infer<typeof FloatKind>

export const floatActions = [
  /** Closes a day of the caller's float that has ended. `closing`: the closing balance that was shown. */
  z.strictObject({
    action: z.literal('closeDay'),
    day: z.iso.date(),
    closing: Euros,
    ...withReason,
  }),
] as const

export const FloatQuery = StatementQuery.omit({ kind: true }).extend({ format: ListFormat })
export type FloatQuery = z.infer<typeof FloatQuery>

/** As a line of a bettor's statement, in the words of the audit trail. */
export const FloatLine = StatementLine.omit({ bet: true }).extend({
  kind: FloatKind,
  what: z.array(SentencePart),
  /** The reason given; null without one. */
  reason: z.string().nullable(),
})
export type FloatLine = z.infer<typeof FloatLine>

/** Newest first. `next`: the id to pass as `before` for the next page; null on the last one. */
export const FloatStatement = Statement.extend({ lines: z.array(FloatLine) })
export type FloatStatement = z.infer<typeof FloatStatement>

export const FloatDaysQuery = z.object({
  /** The page begins with the day before this one. */
  before: z.iso.date().optional(),
  /** Only this day, whether or not it has movements. */
  day: z.iso.date().optional(),
})
export type FloatDaysQuery = z.infer<typeof FloatDaysQuery>

/** Business days (Europe/Paris). */
export const FloatDay = z.object({
  day: z.iso.date(),
  opening: Euros,
  /** Negative if it went out. The opening balance plus these sums is `closing`. */
  sums: z.record(FloatKind, Euros),
  closing: Euros,
  /** Ledger number of the last event that counts for it; null if none does. */
  last: z.number().nullable(),
  /** With the ledger number of the event that closed it; null while it is open. */
  closed: z.object({ number: z.number(), at: IsoTime }).nullable(),
  /** Whether the caller may close it now. */
  closable: z.boolean(),
})
export type FloatDay = z.infer<typeof FloatDay>

/**
 * Newest first: days with a movement, or closed. `next`: the day to pass as `before` for the next page; null on the
 * last one.
 */
export const FloatDays = z.object({
  balance: BalanceText,
  days: z.array(FloatDay),
  next: z.iso.date().nullable(),
})
export type FloatDays = z.infer<typeof FloatDays>
