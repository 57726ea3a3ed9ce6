// GET /api/bets/my-bets, /api/bets/statistics.
import { z } from 'zod'
import { IsoTime } from './values.ts'

export const BetLeg = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  /** Market key. */
  marketName: z.string(),
  /** With its line: 'Over 2.5'. */
  selection: z.string(),
  point: z.number().optional(),
  price: z.number(),
  odds: z.number(),
  commence_time: IsoTime,
  /** pending until graded */
  status: z.enum(['pending', 'won', 'half-won', 'lost', 'half-lost', 'void']),
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
  /** Once settled: what was paid. */
  potential_win: z.number(),
  struck_potential_win: z.number(),
  status: z.enum(['pending', 'won', 'lost', 'refunded']),
  is_parlay: z.boolean(),
  /** Of a parlay; null for a single, whose one leg is its `quote`. */
  legs: z.array(BetLeg).nullable(),
  /** Of a single; null for a parlay. */
  quote: BetLeg.nullable(),
  event_id: z.string().nullable(),
  sport_key: z.string().nullable(),
  commence_time: IsoTime.nullable(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
})
export type Bet = z.infer<typeof Bet>
export type BetLeg = z.infer<typeof BetLeg>
/**
 * GET /api/bets/my-bets: an array. The open bets, then the newest 50 settled ones, each newest first; `?before=<bet id>`
 * continues after that bet. More than 500 open ones come 500 a page, with the settled ones after the last of them. Where
 * another page follows, the header Link has its address.
 */
export const Bets = z.array(Bet)
/** GET /api/bets/statistics: over all bets of the bettor; refunded ones are in none of these. */
export const Statistics = z.object({
  totalBets: z.number(),
  /** Part of them. */
  openBets: z.number(),
  totalStake: z.number(),
  /** Paid back on won bets. */
  totalWinnings: z.number(),
  /** Over settled bets: returns less stakes. */
  pnl: z.number(),
  /** 0 before the first. */
  avgBet: z.number(),
})
export type Statistics = z.infer<typeof Statistics>
