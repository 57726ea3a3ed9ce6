// Version 1 of the events of a bet, as the first bets were stored: one market, three grades. Storage contracts: they
// never change, and nothing writes them any more.
import { z } from 'zod'
import { MAX_LEGS } from '../limits.ts'
import { Cents, Hash, Id, Instant, Odds, Point, PositiveCents, StreamVersion, Text } from '../values.ts'

const Leg1 = z.strictObject({
  fixture: Id,
  fixtureVersion: StreamVersion,
  league: Text,
  startsAt: Instant,
  inPlay: z.boolean(),
  market: Text,
  point: z.nullable(Point),
  selection: Text,
  selectionName: Text,
  drawOffered: z.boolean(),
  odds: Odds,
  bookmaker: Text,
  quotedAt: Instant,
  fetchedAt: Instant,
  message: Hash,
})

export const BetPlaced1 = z.strictObject({
  bet: Id,
  stakeCents: PositiveCents,
  legs: z.array(Leg1).min(1).max(MAX_LEGS),
  odds: Odds,
  potentialReturnCents: PositiveCents,
  policy: z.enum(['within-10-percent', 'none']),
  /** One for each leg, in their order. */
  seenOdds: z.array(Odds).min(1).max(MAX_LEGS),
  limits: z.strictObject({
    minStakeCents: PositiveCents,
    maxPayoutCents: PositiveCents,
    maxLegs: z.int().min(1).max(100),
  }),
})
export type BetPlaced1 = z.infer<typeof BetPlaced1>

const GradedLeg1 = z.strictObject({
  leg: z
    .int()
    .min(0)
    .max(MAX_LEGS - 1),
  fixture: Id,
  result: StreamVersion,
  grade: z.enum(['won', 'lost', 'void']),
  voidReason: z.nullable(z.enum(['late', 'abandoned', 'draw-not-offered', 'not-completed'])),
  factor: z.string().regex(/^\d{1,10}\.\d{2}$/),
})

export const BetSettled1 = z.strictObject({
  bet: Id,
  rule: z.literal(1),
  outcome: z.enum(['won', 'lost', 'refunded']),
  stakeCents: PositiveCents,
  returnCents: Cents,
  owedPaidCents: Cents,
  legs: z.array(GradedLeg1).min(1).max(MAX_LEGS),
})
export type BetSettled1 = z.infer<typeof BetSettled1>
