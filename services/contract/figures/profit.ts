// GET /api/admin/profit: the house's profit by day, league or market.
import { z } from 'zod'
import { ListFormat } from '../values.ts'

const Sums = z.object({
  /** Bets placed, and their stakes. */
  placed: z.number(),
  staked: z.number(),
  /** Bets settled or voided, less those whose settlement was reversed; their stakes and returns. */
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

const PROFIT_BY = ['day', 'league', 'market'] as const

export const ProfitQuery = z.object({
  /** Business days, both inclusive; all by default. */
  from: Day.optional(),
  to: Day.optional(),
  by: z.enum(PROFIT_BY).default('day'),
  /** A league key, or 'several' for parlays across leagues. */
  league: z
    .string()
    .regex(/^[a-z0-9_]{2,100}$/)
    .optional(),
  /** A market key, or 'parlay'. */
  market: z
    .string()
    .regex(/^[a-z0-9_]{2,100}$/)
    .optional(),
  format: ListFormat,
})
export type ProfitQuery = z.infer<typeof ProfitQuery>

export const Profit = z.object({
  /** By day in order, without days on which nothing happened; by league or market, most profitable first. */
  rows: z.array(Sums.extend({ key: z.string() })),
  /** Of all rows. */
  total: Sums,
  /** Profit of all days before the first. */
  before: z.number(),
  /** The first business day with a bet in the ledger, null if none; and today's. */
  first: z.string().nullable(),
  today: z.string(),
  /** Everything that was ever bet on, to filter by. */
  leagues: z.array(z.string()),
  markets: z.array(z.string()),
})
export type Profit = z.infer<typeof Profit>
