// The events of a bet, on the stream of its bettor's account.
// These are storage contracts: a published version never changes (a test compares its schema). Fields that would say
// nothing are left out, because bets are stored for ever and every replay reads their bytes.
import { z } from 'zod'
import { MAX_LEGS } from '../limits.ts'
import { ODDS_POLICIES } from '../odds.ts'
import { GRADES } from '../settlement/grades.ts'
import { Cents, Hash, Id, Instant, Odds, Point, PositiveCents, StreamVersion, Text, Word } from '../values.ts'
import { BetPlaced1, BetSettled1 } from './bet-events-1.ts'

/** Proof that a quote was published before the bet: its place under the root of a QuotesPublished. */
export const Seal = z.strictObject({
  /** The feed's stream of the league and day, `feed-<id>`, and the version of the event on it. */
  feed: Id,
  version: StreamVersion,
  /** Index of the quote's leaf, and the number of leaves. */
  index: z.int().min(0).max(1_048_575),
  size: z.int().min(1).max(1_048_576),
  /** The audit path from leaf to root (RFC 6962), lowest hash first: their bytes in base64url. */
  path: z.string().regex(/^[A-Za-z0-9_-]{0,854}$/),
})
export type Seal = z.infer<typeof Seal>

/**
 * The whole quote that a leg was struck at, as evidence. `selection` is a key of domain/settlement/markets: home, draw,
 * away, over, home-draw, yes. A provider's quote has a message and a seal; a house price names the event that saved it.
 */
export const Leg = z.strictObject({
  fixture: Id,
  /** Version of the fixture's stream that was seen. */
  fixtureVersion: StreamVersion,
  league: Text,
  startsAt: Instant,
  inPlay: z.literal(true).optional(),
  market: Text,
  /** The line, seen from the selection that was picked. */
  point: Point.optional(),
  selection: Text,
  /** The name shown to the bettor: a team, 'Draw', 'Over 2.5'. */
  selectionName: Text,
  /** On a match result: a draw could be bet on. Without this, a draw voids the leg. */
  drawOffered: z.literal(true).optional(),
  odds: Odds,
  /** The odds that the bettor saw, if they differ. */
  seen: Odds.optional(),
  bookmaker: Text,
  /** The provider's own time of the price. */
  quotedAt: Instant,
  /** When we fetched it. */
  fetchedAt: Instant,
  /** SHA-256 of the provider's message. */
  message: Hash.optional(),
  seal: Seal.optional(),
  /** Version, on the fixture's stream, of the event that saved a house price. */
  price: StreamVersion.optional(),
})
export type Leg = z.infer<typeof Leg>
/** A quote that may be bet on: a leg before anybody has seen it. */
export type Quote = Omit<Leg, 'seen'>

/** The limits in force when the bet was placed. `personal`: those of this bettor, by name. */
export const BetLimits = z.strictObject({
  minStakeCents: PositiveCents,
  maxPayoutCents: PositiveCents,
  maxLegs: z.int().min(1).max(100),
  personal: z
    .array(z.strictObject({ limit: Word, value: Cents }))
    .max(20)
    .optional(),
})
export type BetLimits = z.infer<typeof BetLimits>

export const BetPlaced = z.strictObject({
  bet: Id,
  stakeCents: PositiveCents,
  legs: z.array(Leg).min(1).max(MAX_LEGS),
  /** Product of the legs' odds, rounded half up once, to two decimals. */
  odds: Odds,
  /** Stake times odds, rounded half up to the cent. */
  potentialReturnCents: PositiveCents,
  policy: z.enum(ODDS_POLICIES),
  /** A parlay's total odds as the bettor saw them, if the request had them. */
  seenParlayOdds: z
    .string()
    .regex(/^\d{1,20}(\.\d{1,40})?$/)
    .optional(),
  limits: BetLimits,
  /** When a bet in play that had to wait was requested. Every quote in play was fetched after that. */
  delay: z.strictObject({ requestedAt: Instant }).optional(),
})
export type BetPlaced = z.infer<typeof BetPlaced>

export const Grade = z.enum(GRADES)

/** How one leg counted. */
export const GradedLeg = z.strictObject({
  leg: z
    .int()
    .min(0)
    .max(MAX_LEGS - 1),
  fixture: Id,
  /** Version, on the fixture's stream, of the result, abandonment or decision of the market that decided it. */
  result: StreamVersion,
  grade: Grade,
  /** A VoidReason of domain/settlement/grade-market. */
  voidReason: Word.optional(),
  /**
   * What the leg multiplies the return by, exactly: '2.10', '1.455', '1.00', '0.50', '0.00'; '2.10/3' in a dead heat.
   */
  factor: z.string().regex(/^\d{1,10}\.\d{2,4}(\/\d{1,3})?$/),
})
export type GradedLeg = z.infer<typeof GradedLeg>

export const BetOutcome = z.enum(['won', 'lost', 'refunded'])
export type BetOutcome = z.infer<typeof BetOutcome>

const settlement = {
  /** Version of the settlement rules in domain/settlement. */
  rule: z.int().min(1).max(1_000),
  /** By the return: won if it is more than the stake, refunded if equal, lost if less. */
  outcome: BetOutcome,
  returnCents: Cents,
  /** How much of the return paid off debt first. */
  owedPaidCents: Cents,
} as const

/** `legs`: every leg that counted. That is all of them, or only the lost ones if one lost leg decided the parlay. */
export const BetSettled = z.strictObject({
  bet: Id,
  stakeCents: PositiveCents,
  ...settlement,
  legs: z.array(GradedLeg).min(1).max(MAX_LEGS),
})
export type BetSettled = z.infer<typeof BetSettled>

/** Cancelled by hand: the stake goes back. */
export const BetVoided = z.strictObject({ bet: Id, stakeCents: PositiveCents, owedPaidCents: Cents })
export type BetVoided = z.infer<typeof BetVoided>

/**
 * A settlement taken back, and replaced by another one or by none (the bet is open again). In this order: what the
 * wallet lacks becomes debt, the settlement in force is reversed, the new one is paid.
 */
export const BetResettled = z.strictObject({
  bet: Id,
  /** Version, on this stream, of the settlement that is taken back; the reversed amounts are what it paid. */
  replaces: StreamVersion,
  stakeCents: PositiveCents,
  reversedReturnCents: Cents,
  reversedOwedPaidCents: Cents,
  /** What the wallet lacked for taking it back, and now owes. */
  shortfallCents: Cents,
  /** `legs` is empty if the bet is voided by hand. Null: the bet is open again. */
  settlement: z.nullable(z.strictObject({ ...settlement, legs: z.array(GradedLeg).max(MAX_LEGS) })),
})
export type BetResettled = z.infer<typeof BetResettled>

export const betEvents = {
  BetPlaced: { 1: BetPlaced1, 2: BetPlaced },
  BetSettled: { 1: BetSettled1, 2: BetSettled },
  BetVoided: { 1: BetVoided },
  BetResettled: { 1: BetResettled },
} as const
