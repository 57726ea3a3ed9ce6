// POST /api/bets/place-bet, GET /api/bets/my-bets.
import { z } from 'zod'
import { MAX_LEGS } from '#domain/limits.ts'
import { ErrorReply } from './errors.ts'
import { Euros, IsoTime } from './values.ts'

export const OddsPolicy = z.enum(['within-10-percent', 'none'])

/** Decimal odds: a number, or its digits as text. */
const NOT_ODDS = 'must be decimal odds, a number or text'
const SeenOdds = z.union([z.number(), z.string().regex(/^\d{1,20}(\.\d{1,40})?$/, NOT_ODDS)], { error: NOT_ODDS })

export const LegBody = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  /** Market key; 'Moneyline' and 'Match Result' are read as h2h. */
  marketName: z.string(),
  selection: z.string(),
  /** What the bettor saw: one of the two, or the same in both. */
  price: SeenOdds.nullish(),
  odds: SeenOdds.nullish(),
  commence_time: z.string(),
  point: z.number().optional(),
})
export type LegBody = z.infer<typeof LegBody>
/** One leg too many is enough to refuse a slip: validating thousands of them would take most of a second. */
const truncateLegs = (legs: unknown): unknown => (Array.isArray(legs) ? legs.slice(0, MAX_LEGS + 1) : legs)
/** The client's own idea of the return, as a number or as text: the server computes it. */
const Ignored = z.union([z.number(), z.string()]).nullish()
/** POST /api/bets/place-bet, with the header Idempotency-Key. */
export const PlaceBetBody = z.discriminatedUnion('is_parlay', [
  z.object({
    is_parlay: z.literal(false),
    game: z.string(),
    bet_type: z.string(),
    bet_amount: Euros,
    odd: SeenOdds,
    potential_win: Ignored,
    selection: z.string(),
    event_id: z.string(),
    sport_key: z.string(),
    commence_time: z.string(),
    legs: z.null().optional(),
    odds_policy: OddsPolicy.optional(),
  }),
  z.object({
    is_parlay: z.literal(true),
    game: z.string(),
    bet_type: z.literal('parlay'),
    bet_amount: Euros,
    /** The product of the legs' odds, rounded or not. */
    odd: SeenOdds,
    potential_win: Ignored,
    legs: z.preprocess(truncateLegs, z.array(LegBody)),
    selection: z.null().optional(),
    event_id: z.null().optional(),
    sport_key: z.null().optional(),
    commence_time: z.null().optional(),
    odds_policy: OddsPolicy.optional(),
  }),
])
export type PlaceBetBody = z.infer<typeof PlaceBetBody>
export const BetAccepted = z.object({
  success: z.literal(true),
  newBalance: z.number(),
  betId: z.string(),
  /** As struck. */
  odds: z.number(),
  potential_win: z.number(),
  legs: z.array(z.object({ eventId: z.string(), selection: z.string(), odds: z.number() })),
  position: z.string(),
})
export type BetAccepted = z.infer<typeof BetAccepted>
export const BetRefused = ErrorReply.extend({ success: z.literal(false) })

export const BetLeg = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  marketName: z.string(),
  selection: z.string(),
  price: z.number(),
  odds: z.number(),
  commence_time: IsoTime,
  /** pending until graded */
  status: z.enum(['pending', 'won', 'lost', 'void']),
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
 * goes on behind that bet. Of more than 500 open ones there are 500 a page, and the settled ones follow the last of them.
 * Where another page follows, the reply's Link names it.
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
