// GET /api/admin/profit: what the house made, by day, league or market.
import { z } from 'zod'

const Sums = z.object({
  /** Bets placed, and their stakes. */
  placed: z.number(),
  staked: z.number(),
  /** Bets settled or voided less those whose settlement was taken back, their stakes, and what they returned. */
  settled: z.number(),
  stakes: z.number(),
  returns: z.number(),
  /** Stakes less returns. */
  profit: z.number(),
})

const Day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day), 'must be a day')

export const PROFIT_BY = ['day', 'league', 'market'] as const

export const ProfitQuery = z.object({
  /** Business days, both included; all by default. */
  from: Day.optional(),
  to: Day.optional(),
  by: z.enum(PROFIT_BY).default('day'),
  /** A league key, or 'several': parlays over different ones. */
  league: z
    .string()
    .regex(/^[a-z0-9_]{2,100}$/)
    .optional(),
  /** A market key, or 'parlay'. */
  market: z
    .string()
    .regex(/^[a-z0-9_]{2,100}$/)
    .optional(),
  format: z.literal('csv').optional(),
})
export type ProfitQuery = z.infer<typeof ProfitQuery>

export const Profit = z.object({
  /** By day in their order, without days on which nothing happened; by league and market the most profitable first. */
  rows: z.array(Sums.extend({ key: z.string() })),
  /** Of all rows. */
  total: Sums,
  /** Profit of all days before the first. */
  before: z.number(),
  /** The first day of the ledger with a bet; null before any. And the business day that it is. */
  first: z.string().nullable(),
  today: z.string(),
  /** What has ever been bet on, to filter by. */
  leagues: z.array(z.string()),
  markets: z.array(z.string()),
})
export type Profit = z.infer<typeof Profit>
