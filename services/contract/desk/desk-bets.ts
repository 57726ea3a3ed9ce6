// GET /api/admin/bets and /api/admin/bets/totals: everybody's bets.
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { Bet } from '../bets/bets.ts'
import { AskedTime, Euros, EurosText, ListFormat, SportKey } from '../values.ts'
import { BET_COLUMNS, BET_KINDS, PAGE_SIZES, sortsOf } from './choices.ts'

const Hex = z.string().regex(/^[0-9a-f]{32}$/, 'must be an id')

/** `user`: a user name or an account's id. `sport`, `league`: their keys. `event`: a game's id. Amounts are stakes. */
export const DeskBetFilter = z.object({
  bet: Hex.optional(),
  user: z.string().min(1).max(64).optional(),
  status: z.enum(BET_STATUSES).optional(),
  kind: z.enum(BET_KINDS).optional(),
  sport: SportKey.optional(),
  league: z
    .string()
    .regex(/^[a-z0-9_]{2,80}$/)
    .optional(),
  event: Hex.optional(),
  since: AskedTime.optional(),
  until: AskedTime.optional(),
  min: EurosText.optional(),
  max: EurosText.optional(),
})
export type DeskBetFilter = z.infer<typeof DeskBetFilter>

/** `key`: where a page begins: `newer` or `older` from another reply. `format=csv`: all of them, as a file. */
export const DeskBetQuery = DeskBetFilter.extend({
  sort: z.enum(sortsOf(BET_COLUMNS)).default('-placed'),
  size: z.enum(PAGE_SIZES).default('10').transform(Number),
  key: z
    .string()
    .regex(/^[no](\.\d{1,16}){1,2}$/, 'must be a key of a page')
    .optional(),
  format: ListFormat,
})
export type DeskBetQuery = z.infer<typeof DeskBetQuery>

/** `number`: ledger number of its placement. */
export const DeskBet = z.object({
  ...Bet.shape,
  username: z.string(),
  userId: z.string(),
  number: z.number(),
})
export type DeskBet = z.infer<typeof DeskBet>

/** `newer`, `older`: the keys of the pages before and after this one; null if there is none. */
export const DeskBets = z.object({
  bets: z.array(DeskBet),
  newer: z.string().nullable(),
  older: z.string().nullable(),
})
export type DeskBets = z.infer<typeof DeskBets>

/**
 * GET /api/admin/bets/totals: sums of all bets that match the filter, including refunded ones. `returned`: by those
 * that are not open. `net`: what the house made on these, stakes less returns. Null if there are too many bets: see
 * `most`.
 */
export const DeskBetTotals = z.object({
  totals: z
    .object({
      bets: z.number(),
      open: z.number(),
      staked: Euros,
      openStakes: Euros,
      returned: Euros,
      net: Euros,
    })
    .nullable(),
  /** Most bets that are summed, unless there is no filter. */
  most: z.number(),
})
export type DeskBetTotals = z.infer<typeof DeskBetTotals>
