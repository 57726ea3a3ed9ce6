// POST /api/bets/place-bet, GET /api/bets/my-bets.
import { z } from 'zod'
import { Euros, IsoTime } from './values.ts'

export const OddsPolicy = z.enum(['within-10-percent', 'none'])

export const LegBody = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  /** Market key; 'Moneyline' and 'Match Result' are read as h2h. */
  marketName: z.string(),
  selection: z.string(),
  /** Decimal odds as the bettor saw them. One of the two. */
  price: z.number().optional(),
  odds: z.number().optional(),
  commence_time: z.string(),
  point: z.number().optional(),
})
/** POST /api/bets/place-bet. Header Idempotency-Key. A client's potential_win is never trusted. */
export const PlaceBetBody = z.discriminatedUnion('is_parlay', [
  z.object({
    is_parlay: z.literal(false),
    game: z.string(),
    bet_type: z.string(),
    bet_amount: Euros,
    odd: z.number(),
    potential_win: z.number().nullish(),
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
    odd: z.number(),
    potential_win: z.number().nullish(),
    legs: z.array(LegBody),
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
  legs: z.array(BetLeg),
  event_id: z.string().nullable(),
  sport_key: z.string().nullable(),
  commence_time: IsoTime.nullable(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
})
export type Bet = z.infer<typeof Bet>
/** GET /api/bets/my-bets: an array, newest first, at most 500; `?before=<bet id>` pages on. */
export const Bets = z.array(Bet)
