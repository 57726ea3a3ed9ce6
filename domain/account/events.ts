// What can have happened on an account: the stream `account-<id>` of one user or admin.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { BalanceKind, Cents, Hash, Id, Instant, Odds, PositiveCents, Role, StreamVersion, Text } from '../values.ts'

export const accountStream = (account: string) => `account-${account}`

/** `username`, `password`: commitments; the values are rows in identity. */
export const AccountOpened = z.strictObject({
  role: Role,
  username: Hash,
  password: Hash,
  /** Who opened it: the account itself (sign-up), an admin's account id, or the product's first start. */
  openedBy: z.union([Id, z.enum(['sign-up', 'setup'])]),
  /** The person declared to be of age (18), or an admin who creates a user vouched for it; false: nobody did. */
  ageAttested: z.boolean(),
})
export type AccountOpened = z.infer<typeof AccountOpened>
/** Paid by the house at sign-up where a grant is configured. */
export const WelcomeGranted = z.strictObject({ amountCents: PositiveCents })
/** An admin's float set to an amount; the difference is posted against the treasury. */
export const FloatSet = z.strictObject({ beforeCents: Cents, afterCents: Cents })

export const TransferPurpose = z.enum(['create-user', 'deposit', 'withdrawal'])
export type TransferPurpose = z.infer<typeof TransferPurpose>
/** Money has left this account and is in transit until the other side receives or returns it. */
export const TransferSent = z.strictObject({
  transfer: Id,
  from: BalanceKind,
  to: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  purpose: TransferPurpose,
})
export type TransferSent = z.infer<typeof TransferSent>
/** `owedPaidCents` of it paid a debt first; a closed admin's receipt goes on to the treasury (`forwarded`). */
export const TransferReceived = z.strictObject({
  transfer: Id,
  sender: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  purpose: TransferPurpose,
  owedPaidCents: Cents,
  forwarded: z.boolean(),
})
export type TransferReceived = z.infer<typeof TransferReceived>
/** The receiver does not exist: the money is back where it came from. */
export const TransferReturned = z.strictObject({
  transfer: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  owedPaidCents: Cents,
})

export const AccountBlocked = z.strictObject({})
export const AccountUnblocked = z.strictObject({})
/** `password`: the commitment that is in force from here on, as AccountOpened has the first. */
export const PasswordChanged = z.strictObject({ password: Hash })

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

export const Limits = z.strictObject({
  minStakeCents: PositiveCents,
  maxPayoutCents: PositiveCents,
  maxLegs: z.int().min(1).max(100),
})
export type Limits = z.infer<typeof Limits>

export const BetPlaced = z.strictObject({
  bet: Id,
  stakeCents: PositiveCents,
  legs: z.array(Leg).min(1).max(20),
  /** Product of the legs' odds, rounded half up once to two decimals. */
  odds: Odds,
  /** Stake times odds, rounded half up to the cent. */
  potentialReturnCents: PositiveCents,
  /** What the bettor accepted, and the odds that the bettor saw, leg by leg. */
  policy: OddsPolicy,
  seenOdds: z.array(Odds).min(1).max(20),
  limits: Limits,
})
export type BetPlaced = z.infer<typeof BetPlaced>

export const Grade = z.enum(['won', 'lost', 'void'])
export type Grade = z.infer<typeof Grade>
export const VoidReason = z.enum(['late', 'abandoned', 'draw-not-offered', 'not-completed'])
export type VoidReason = z.infer<typeof VoidReason>

/** How one leg counted. `result` is the version on the fixture's stream of the result or abandonment that decided it. */
export const GradedLeg = z.strictObject({
  leg: z.int().min(0).max(19),
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
  legs: z.array(GradedLeg).min(1).max(20),
})
export type BetSettled = z.infer<typeof BetSettled>

/** Cancelled by hand: the stake goes back. */
export const BetVoided = z.strictObject({ bet: Id, stakeCents: PositiveCents, owedPaidCents: Cents })

export const accountEvents = {
  AccountOpened: { 1: AccountOpened },
  WelcomeGranted: { 1: WelcomeGranted },
  FloatSet: { 1: FloatSet },
  TransferSent: { 1: TransferSent },
  TransferReceived: { 1: TransferReceived },
  TransferReturned: { 1: TransferReturned },
  AccountBlocked: { 1: AccountBlocked },
  AccountUnblocked: { 1: AccountUnblocked },
  PasswordChanged: { 1: PasswordChanged },
  BetPlaced: { 1: BetPlaced },
  BetSettled: { 1: BetSettled },
  BetVoided: { 1: BetVoided },
} as const

export type AccountEvent = {
  [T in keyof typeof accountEvents]: { type: T; schema: 1; data: z.infer<(typeof accountEvents)[T][1]> }
}[keyof typeof accountEvents]
