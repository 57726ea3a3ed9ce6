// GET /api/account/statement: the lines of the caller's account.
import { z } from 'zod'
import { LINE_KINDS } from '#domain/ledger/line-kinds.ts'
import { AskedTime, BalanceText, Euros, IsoTime } from '../values.ts'

export const StatementKind = z.enum(LINE_KINDS)
export type StatementKind = z.infer<typeof StatementKind>

export const StatementLine = z.object({
  /** '48208.0': the event's ledger number, and which of its lines this is. The next page begins after it. */
  id: z.string(),
  /** The ledger number of the event. */
  number: z.number(),
  at: IsoTime,
  kind: StatementKind,
  /** For a bet: its selection or '3-Leg Parlay', and the odds that it was struck at. */
  bet: z.object({ id: z.string(), name: z.string(), odds: z.number() }).nullable(),
  /** Negative if it went out. */
  amount: Euros,
  /** After the line. */
  balance: BalanceText,
})
export type StatementLine = z.infer<typeof StatementLine>

/** Newest first. `next`: the id to pass as `before` for the next page; null on the last one. */
export const Statement = z.object({ lines: z.array(StatementLine), next: z.string().nullable() })
export type Statement = z.infer<typeof Statement>

export const StatementQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}\.\d{1,2}$/)
    .optional(),
  kind: StatementKind.optional(),
  since: AskedTime.optional(),
  until: AskedTime.optional(),
  /** Lines per page. */
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .default('50')
    .transform(Number)
    .refine((limit) => limit <= 500, 'must be at most 500'),
})
export type StatementQuery = z.infer<typeof StatementQuery>
