// GET /api/admin/balances: what every account held at a moment.
import { z } from 'zod'
import { AskedTime, BalanceText, Euros, IsoTime, ListFormat } from '../values.ts'

export const BalancesQuery = z.object({
  /** Business time; now if absent. */
  at: AskedTime.optional(),
  /** Instead of a time, a ledger number: the balances after this event. */
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  /** The beginning of a user name. */
  name: z.string().trim().max(100).optional(),
  /** The account after which the page begins. */
  after: z.string().max(64).optional(),
  format: ListFormat,
})
export type BalancesQuery = z.infer<typeof BalancesQuery>

export const AccountBalance = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin', 'super-admin']),
  /** A bettor's wallet or an admin's float. */
  balance: BalanceText,
  /** What a bettor owes to the house. */
  owed: Euros,
  /** The last event up to the moment that moved it; null if none. */
  number: z.number().nullable(),
})
export type AccountBalance = z.infer<typeof AccountBalance>

/** Everything together is 0, because money comes only from the treasury. */
export const Balances = z.object({
  /** The moment asked for, and the last event up to it; -1 if there was none. */
  at: IsoTime,
  number: z.number(),
  totals: z.object({
    treasury: Euros,
    floats: Euros,
    wallets: Euros,
    owed: Euros,
    transit: Euros,
    /** Stakes of open bets. */
    stakes: Euros,
    houseProfit: Euros,
    grants: Euros,
    goodwill: Euros,
  }),
  accounts: z.array(AccountBalance),
  /** The account to pass as `after` for the next page; null on the last one. */
  next: z.string().nullable(),
})
export type Balances = z.infer<typeof Balances>
