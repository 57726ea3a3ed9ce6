// What can have happened to a bet, on the stream of its bettor's account.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { MAX_LEGS } from '../limits.ts'
import { Cents, Hash, Id, Instant, Odds, PositiveCents, StreamVersion, Text } from '../values.ts'

/** The whole quote that a leg was struck at, as evidence. `selection` of h2h is home, draw or away. */
export const Leg = z.strictObject({
  fixture: Id,
  /** Version of the fixture's stream that was seen. */
  fixtureVersion: StreamVersion,
  league: Text,
  startsAt: Instant,
  inPlay: z.boolean(),
  market: Text,
  point: z.nullable(z.string().regex(/^-?\d{1,4}(\.\d{1,2})?$/)),
  selection: Text,
  /** The name shown to the bettor: a team, or 'Draw'. */
  selectionName: Text,
  /** Whether the market had a draw to bet on: without one, a draw voids the leg. */
  drawOffered: z.boolean(),
  odds: Odds,
  bookmaker: Text,
  /** The provider's own time of the price. */
  quotedAt: Instant,
  /** When we fetched it. */
  fetchedAt: Instant,
  /** SHA-256 of the provider's message. */
  message: Hash,
})
export type Leg = z.infer<typeof Leg>

export const OddsPolicy = z.enum(['within-10-percent', 'none'])
export type OddsPolicy = z.infer<typeof OddsPolicy>

/** The limits in force when the bet was placed. */
export const BetLimits = z.strictObject({
  minStakeCents: PositiveCents,
  maxPayoutCents: PositiveCents,
  maxLegs: z.int().min(1).max(100),
})
export type BetLimits = z.infer<typeof BetLimits>

export const BetPlaced = z.strictObject({
  bet: Id,
  stakeCents: PositiveCents,
  legs: z.array(Leg).min(1).max(MAX_LEGS),
  /** Product of the legs' odds, rounded half up once to two decimals. */
  odds: Odds,
  /** Stake times odds, rounded half up to the cent. */
  potentialReturnCents: PositiveCents,
  /** What the bettor accepted, and the odds that the bettor saw, leg by leg. */
  policy: OddsPolicy,
  seenOdds: z.array(Odds).min(1).max(MAX_LEGS),
  limits: BetLimits,
})
export type BetPlaced = z.infer<typeof BetPlaced>

export const Grade = z.enum(['won', 'lost', 'void'])
export type Grade = z.infer<typeof Grade>
export const VoidReason = z.enum(['late', 'abandoned', 'draw-not-offered', 'not-completed'])
export type VoidReason = z.infer<typeof VoidReason>

/** How one leg counted. `result` is the version on the fixture's stream of the result or abandonment that decided it. */
export const GradedLeg = z.strictObject({
  leg: z
    .int()
    .min(0)
    .max(MAX_LEGS - 1),
  fixture: Id,
  result: StreamVersion,
  grade: Grade,
  voidReason: z.nullable(VoidReason),
  /** What the leg multiplies the return by: its odds, '1.00' or '0.00'. */
  factor: z.string().regex(/^\d{1,10}\.\d{2}$/),
})
export type GradedLeg = z.infer<typeof GradedLeg>

export const BetOutcome = z.enum(['won', 'lost', 'refunded'])
export type BetOutcome = z.infer<typeof BetOutcome>

/** `legs` holds every leg that counted: all of them, or the lost ones where one lost leg decided the parlay. */
export const BetSettled = z.strictObject({
  bet: Id,
  rule: z.literal(1),
  outcome: BetOutcome,
  stakeCents: PositiveCents,
  returnCents: Cents,
  /** Of the return, what paid a debt first. */
  owedPaidCents: Cents,
  legs: z.array(GradedLeg).min(1).max(MAX_LEGS),
})
export type BetSettled = z.infer<typeof BetSettled>

/** Cancelled by hand: the stake goes back. */
export const BetVoided = z.strictObject({ bet: Id, stakeCents: PositiveCents, owedPaidCents: Cents })

export const betEvents = {
  BetPlaced: { 1: BetPlaced },
  BetSettled: { 1: BetSettled },
  BetVoided: { 1: BetVoided },
} as const
