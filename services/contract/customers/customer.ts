// GET /api/admin/users/{userId} and what is below it: everything about one bettor.
import { z } from 'zod'
import { PlayLimits } from '../account/play-limits.ts'
import { StatementLine, StatementQuery } from '../account/statement.ts'
import { DeskRole, Euros, IsoTime } from '../values.ts'
import { ListedUser } from './users.ts'

export const CustomerParams = z.object({ userId: z.string() })

export const Customer = z.object({
  user: ListedUser,
  /** Stakes of open bets. */
  openStake: Euros,
  /** What was deposited and withdrawn so far. */
  deposited: Euros,
  withdrawn: Euros,
  /** Over settled bets; refunded ones are in none of them. `result`: returns less stakes. */
  settledBets: z.number(),
  turnover: Euros,
  result: Euros,
  /** Limits and break of the bettor, and the caps of the desk. */
  limits: PlayLimits,
  /** Whether the caller may change the password. */
  mayChangePassword: z.boolean(),
  /** Of the caller. */
  role: DeskRole,
  /** Of the caller: goodwill that may still be paid today; null where no bound holds. */
  goodwillLeftToday: Euros.nullable(),
  /** The block in force: when, by whom and why, and its ledger number. `by`, `reason` null where nobody knows. */
  blocked: z
    .object({ number: z.number(), at: IsoTime, by: z.string().nullable(), reason: z.string().nullable() })
    .nullable(),
  /** Of the caller, which deposits are taken from. */
  currentAdminBalance: Euros,
})
export type Customer = z.infer<typeof Customer>

const turnover = { bets: z.number(), staked: Euros, returned: Euros, profit: Euros }

/** Days of which the page shows some, the newest first. */
export const TurnoverQuery = z.object({
  /** A day: the page begins with the one before it. */
  before: z.iso.date().optional(),
  format: z.enum(['json', 'csv']).default('json'),
})
export type TurnoverQuery = z.infer<typeof TurnoverQuery>

/** Of settled bets without refunded ones, on the day of settling (Europe/Paris). `profit`: returns less stakes. */
export const Turnover = z.object({
  days: z.array(z.object({ day: z.iso.date(), ...turnover })),
  /** To ask on with as `before`; null on the last page. */
  next: z.iso.date().nullable(),
  /** Of all days. */
  total: z.object(turnover),
  /** By the sport's family; 'several' of parlays on more than one. The most staked first. */
  sports: z.array(z.object({ sport: z.string(), ...turnover })),
})
export type Turnover = z.infer<typeof Turnover>

export const TransactionQuery = StatementQuery.extend({ format: z.enum(['json', 'csv']).default('json') })
export type TransactionQuery = z.infer<typeof TransactionQuery>

export const Transaction = z.object({
  ...StatementLine.shape,
  /** A user's name, or the part of the product that did it; null where it is not known yet. */
  by: z.string().nullable(),
  /** What was given as the reason; null without one. */
  reason: z.string().nullable(),
})
export type Transaction = z.infer<typeof Transaction>

/** The newest first. `next`: the id to ask on with as `before`; null on the last page. */
export const Transactions = z.object({ lines: z.array(Transaction), next: z.string().nullable() })
export type Transactions = z.infer<typeof Transactions>

export const NoteQuery = z.object({
  /** A ledger number: the page begins behind it. */
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})

/** The newest first. `number`: ledger number. `admin`, `text`: null where it was erased. */
export const Notes = z.object({
  notes: z.array(
    z.object({ number: z.number(), at: IsoTime, admin: z.string().nullable(), text: z.string().nullable() }),
  ),
  next: z.number().nullable(),
})
export type Notes = z.infer<typeof Notes>
