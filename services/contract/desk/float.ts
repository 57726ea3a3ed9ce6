// GET /api/admin/float: the lines of the caller's own float; GET /api/admin/float/days: its days; and how one is closed.
import { z } from 'zod'
import { FLOAT_KINDS } from '#domain/float/float-kinds.ts'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { Statement, StatementLine, StatementQuery } from '../account/statement.ts'
import { SentencePart } from '../trail/audit.ts'
import { BalanceText, Euros, IsoTime } from '../values.ts'

export const FloatKind = z.enum(FLOAT_KINDS)
export type FloatKind = z.infer<typeof FloatKind>

export const floatActions = [
  /** Of the caller's float, once it has ended. `closing`: what was shown as its closing balance. */
  z.strictObject({
    action: z.literal('closeDay'),
    day: z.iso.date(),
    closing: Euros,
    reason: z.string().max(MAX_REASON_LENGTH).optional(),
  }),
] as const

export const FloatQuery = StatementQuery.omit({ kind: true }).extend({
  format: z.enum(['json', 'csv']).default('json'),
})
export type FloatQuery = z.infer<typeof FloatQuery>

/** As a line of a bettor's statement, told as the audit trail tells it. */
export const FloatLine = StatementLine.omit({ bet: true }).extend({
  kind: FloatKind,
  what: z.array(SentencePart),
  /** What was given as the reason; null without one. */
  reason: z.string().nullable(),
})
export type FloatLine = z.infer<typeof FloatLine>

/** The newest first. `next`: the id to ask on with as `before`; null on the last page. */
export const FloatStatement = Statement.extend({ lines: z.array(FloatLine) })
export type FloatStatement = z.infer<typeof FloatStatement>

export const FloatDaysQuery = z.object({
  /** A day: the page begins with the one before it. */
  before: z.iso.date().optional(),
  /** This day alone, whether something moved on it or not. */
  day: z.iso.date().optional(),
})
export type FloatDaysQuery = z.infer<typeof FloatDaysQuery>

/** Days are those of Europe/Paris. */
export const FloatDay = z.object({
  day: z.iso.date(),
  opening: Euros,
  /** Negative: it went out. Opening and sums together are `closing`. */
  sums: z.record(FloatKind, Euros),
  closing: Euros,
  /** Ledger number of the last event that counts on it; null where none does. */
  last: z.number().nullable(),
  /** With the ledger number of the close; null while it is open. */
  closed: z.object({ number: z.number(), at: IsoTime }).nullable(),
  /** Whether the caller may close it now. */
  closable: z.boolean(),
})
export type FloatDay = z.infer<typeof FloatDay>

/** The newest first: days with a movement, or closed. `next`: to ask on with as `before`; null on the last page. */
export const FloatDays = z.object({
  balance: BalanceText,
  days: z.array(FloatDay),
  next: z.iso.date().nullable(),
})
export type FloatDays = z.infer<typeof FloatDays>
