// POST /api/bets/place-bet.
import { z } from 'zod'
import { MAX_LEGS } from '#domain/limits.ts'
import { ODDS_POLICIES } from '#domain/odds.ts'
import { ErrorReply } from './errors.ts'
import { Euros, IsoTime } from './values.ts'

export const OddsPolicy = z.enum(ODDS_POLICIES)

/** Decimal odds: a number, or its digits as text. */
const NOT_ODDS = 'must be decimal odds, a number or text'
const SeenOdds = z.union([z.number(), z.string().regex(/^\d{1,20}(\.\d{1,40})?$/, NOT_ODDS)], { error: NOT_ODDS })

export const LegBody = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  /**
   * Market key, or a name that the screens show: 'totals' or 'Over/Under Total', 'h2h', 'Match Result' or 'Moneyline'.
   */
  marketName: z.string(),
  selection: z.string(),
  /** The odds that the bettor saw: in either field, or the same in both. */
  price: SeenOdds.nullish(),
  odds: SeenOdds.nullish(),
  commence_time: z.string(),
  point: z.number().optional(),
})
export type LegBody = z.infer<typeof LegBody>
/** One leg too many is enough to refuse a slip; validating thousands of them would take most of a second. */
const truncateLegs = (legs: unknown): unknown => (Array.isArray(legs) ? legs.slice(0, MAX_LEGS + 1) : legs)
/**
 * What is not a number becomes 0, which is not an amount. It is refused at its place in the order of rules: after the
 * slip and its odds.
 */
const Stake = z.preprocess((sent) => (typeof sent === 'number' && Number.isFinite(sent) ? sent : 0), Euros)
/** The return as the client calculates it, a number or text. Ignored, because the server computes it. */
const Ignored = z.union([z.number(), z.string()]).nullish()
/** POST /api/bets/place-bet, with the header Idempotency-Key. */
export const PlaceBetBody = z.discriminatedUnion('is_parlay', [
  z.object({
    is_parlay: z.literal(false),
    game: z.string(),
    /**
     * Market key, or a name that the screens show: 'totals' or 'Over/Under Total', 'h2h', 'Match Result' or
     * 'Moneyline'.
     */
    bet_type: z.string(),
    /** For a market with lines: that of the selection. */
    point: z.number().optional(),
    bet_amount: Stake,
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
    bet_amount: Stake,
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
  /** The quotes that the bet was struck at. */
  legs: z.array(
    z.object({
      eventId: z.string(),
      market: z.string(),
      selection: z.string(),
      point: z.number().optional(),
      odds: z.number(),
      bookmaker: z.string(),
      quotedAt: IsoTime,
    }),
  ),
  position: z.string(),
})
export type BetAccepted = z.infer<typeof BetAccepted>
export const BetRefused = ErrorReply.extend({ success: z.literal(false) })
export type BetRefused = z.infer<typeof BetRefused>

/** GET /api/bets/limits: what applies to every bet, whoever places it. Amounts in euros. */
export const BettingLimits = z.object({
  minStake: z.number(),
  /** The largest payout of one bet. */
  maxPayout: z.number(),
  maxLegs: z.number(),
  /** How long, in seconds of business time, a bet waits for its price if one of its games has started. */
  acceptanceDelayS: z.number(),
  /** The odds policy of a bet that names none. */
  oddsPolicy: OddsPolicy,
})
export type BettingLimits = z.infer<typeof BettingLimits>
