// GET /api/admin/users/{userId} and below: everything about one bettor.
import { z } from 'zod'
import { PlayLimits } from '../account/play-limits.ts'
import { StatementLine, StatementQuery } from '../account/statement.ts'
import { DeskRole, Euros, IsoTime, ListFormat } from '../values.ts'
import { ListedUser } from './users.ts'

export const CustomerParams = z.object({ userId: z.string() })

export const Customer = z.object({
  user: ListedUser,
  /** Stakes of open bets. */
  openStake: Euros,
  /** Total deposits and withdrawals so far. */
  deposited: Euros,
  withdrawn: Euros,
  /** Over settled bets except refunded ones. `result`: returns less stakes. */
  settledBets: z.number(),
  turnover: Euros,
  result: Euros,
  /** The bettor's own limits and break, and the caps of the house. */
  limits: PlayLimits,
  /** Whether the caller may change the password. */
  mayChangePassword: z.boolean(),
  /** The caller's role. */
  role: DeskRole,
  /** Goodwill that the caller may still pay today; null if there is no limit. */
  goodwillLeftToday: Euros.nullable(),
  /** The block in force: when, by whom and why, and its ledger number. `by`, `reason`: null if not known. */
  blocked: z
    .object({ number: z.number(), at: IsoTime, by: z.string().nullable(), reason: z.string().nullable() })
    .nullable(),
  /** The caller's float, from which deposits are taken. */
  currentAdminBalance: Euros,
})
export type Customer = z.infer<typeof Customer>

const turnover = { bets: z.number(), staked: Euros, returned: Euros, profit: Euros }

/** One page of days, newest first. */
export const TurnoverQuery = z.object({
  /** The page begins with the day before this one. */
  before: z.iso.date().optional(),
  format: ListFormat,
})
export type TurnoverQuery = z.infer<typeof TurnoverQuery>

/** Settled bets except refunded ones, by the day of settlement (Europe/Paris). `profit`: returns less stakes. */
export const Turnover = z.object({
  days: z.array(z.object({ day: z.iso.date(), ...turnover })),
  /** The day to pass as `before` for the next page; null on the last one. */
  next: z.iso.date().nullable(),
  /** Of all days. */
  total: z.object(turnover),
  /** By sport; 'several' for parlays across sports. Most staked first. */
  sports: z.array(z.object({ sport: z.string(), ...turnover })),
})
export type Turnover = z.infer<typeof Turnover>

export const TransactionQuery = StatementQuery.extend({ format: ListFormat })
export type TransactionQuery = z.infer<typeof TransactionQuery>

export const Transaction = z.object({
  ...StatementLine.shape,
  /** A user name, or the part of the product that did it; null if not known yet. */
  by: z.string().nullable(),
  /** The reason given; null without one. */
  reason: z.string().nullable(),
})
export type Transaction = z.infer<typeof Transaction>

/** Newest first. `next`: the id to pass as `before` for the next page; null on the last one. */
export const Transactions = z.object({ lines: z.array(Transaction), next: z.string().nullable() })
export type Transactions = z.infer<typeof Transactions>

export const NoteQuery = z.object({
  /** A ledger number: the page begins after it. */
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})

/** Newest first. `number`: ledger number. `admin`, `text`: null if erased. */
export const Notes = z.object({
  notes: z.array(
    z.object({ number: z.number(), at: IsoTime, admin: z.string().nullable(), text: z.string().nullable() }),
  ),
  next: z.number().nullable(),
})
export type Notes = z.infer<typeof Notes>
