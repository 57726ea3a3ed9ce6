// GET /api/bets/my-bets, /api/bets/totals, /api/bets/statistics.
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { GRADES } from '#domain/settlement/grades.ts'
import { BET_KINDS } from '../desk/choices.ts'
import { AskedTime, IsoTime, SportKey } from '../values.ts'

export const BetLeg = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  /** Market key. */
  marketName: z.string(),
  /** Including its line: 'Over 2.5'. */
  selection: z.string(),
  point: z.number().optional(),
  price: z.number(),
  odds: z.number(),
  commence_time: IsoTime,
  /** By the game's recorded result; pending until there is one. not-needed: the bet was decided without it. */
  status: z.enum(['pending', ...GRADES, 'not-needed']),
  /** The final score, once it is recorded. */
  result: z.object({ home: z.number(), away: z.number() }).nullable(),
  void_reason: z.string().nullable(),
})
export const Bet = z.object({
  id: z.string(),
  username: z.string().optional(),
  game: z.string(),
  bet_type: z.string(),
  selection: z.string().nullable(),
  odd: z.number(),
  bet_amount: z.number(),
  /** Potential win as struck; once settled, what was paid. */
  potential_win: z.number(),
  struck_potential_win: z.number(),
  /** While it is open, the most that it can still return as far as its legs are decided; null once settled. */
  could_return: z.number().nullable(),
  status: z.enum(BET_STATUSES),
  is_parlay: z.boolean(),
  /** Of a parlay; null for a single, whose only leg is `quote`. */
  legs: z.array(BetLeg).nullable(),
  /** Of a single; null for a parlay. */
  quote: BetLeg.nullable(),
  event_id: z.string().nullable(),
  sport_key: z.string().nullable(),
  commence_time: IsoTime.nullable(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
  /** Its settlement replaced an earlier one; for a pending bet, it is open again. */
  resettled: z.boolean(),
})
export type Bet = z.infer<typeof Bet>
export type BetLeg = z.infer<typeof BetLeg>
/**
 * GET /api/bets/my-bets: an array. Open bets, newest first, then the 50 settled last, last settled first. `?before=<bet
 * id>` continues after that bet. More than 500 open ones come 500 per page, with the settled ones after the last of
 * them. If another page follows, the header Link has its URL.
 */
export const Bets = z.array(Bet)
/** Which bets: of a sport ('soccer', 'rugby'), by outcome, and placed (or, once settled, settled) since a time. */
export const BetQuery = z.object({
  sport: SportKey.optional(),
  kind: z.enum(BET_KINDS).optional(),
  status: z.enum(['won', 'lost', 'refunded']).optional(),
  since: AskedTime.optional(),
})
export type BetQuery = z.infer<typeof BetQuery>
/** GET /api/bets/totals: how many there are, and their sums. */
export const BetTotals = z.object({
  open: z.number(),
  settled: z.number(),
  openStake: z.number(),
  /** If every undecided leg wins. */
  openReturn: z.number(),
  settledStake: z.number(),
  settledReturn: z.number(),
})
export type BetTotals = z.infer<typeof BetTotals>
/** GET /api/bets/statistics: over all bets of the bettor, except refunded ones. */
export const Statistics = z.object({
  totalBets: z.number(),
  /** Included in the total. */
  openBets: z.number(),
  totalStake: z.number(),
  /** Paid out for won bets. */
  totalWinnings: z.number(),
  /** Returns less stakes, over settled bets. */
  pnl: z.number(),
  /** 0 before the first bet. */
  avgBet: z.number(),
})
export type Statistics = z.infer<typeof Statistics>
