// Decisions that wait for a second admin, on the stream that they are about: of a fixture, or of a bet's account.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { DecidedSelection, Score } from '../fixture/fixture-values.ts'
import { Cents, Id, PositiveCents, Text } from '../values.ts'

/** The commands that may wait. */
export const ASKABLE = [
  'RecordResult',
  'CorrectResult',
  'AbandonFixture',
  'DecideMarket',
  'VoidFixture',
  'VoidBet',
  'ResettleBet',
] as const

/** An admin asks for what moves more money than one alone may move. Nothing moves until another one approves. */
const SettlementAsked1 = z.strictObject({
  request: Id,
  command: z.enum(ASKABLE),
  /** Of a bet: which one. */
  bet: Id.optional(),
  /** Of a market that is decided or voided. */
  market: Text.optional(),
  /** Of a result: null where there is none; and at the end of regulation time, where it is known. */
  score: z.nullable(Score).optional(),
  regulation: Score.optional(),
  selections: z.array(DecidedSelection).min(1).max(100).optional(),
  /** What it moved when it was asked for, and above which amount it waits. */
  movesCents: Cents,
  aboveCents: Cents,
})
/** `leftCents`: what its admin might still have moved alone on that day; absent where it waits for its own amount. */
export const SettlementAsked = z.strictObject({ ...SettlementAsked1.shape, leftCents: Cents.optional() })
export type SettlementAsked = z.infer<typeof SettlementAsked>

/** By another admin; what was asked for follows in the same append. */
export const SettlementApproved = z.strictObject({ request: Id, askedBy: Id })
/** By anybody of the desk, also who asked. */
export const SettlementDeclined = z.strictObject({ request: Id, askedBy: Id })

/**
 * On the account of the admin whose hand it is, before the decision that it names (a command): what that moves is counted on the
 * business day. `perDayCents`: what may be moved alone on it.
 */
export const AuthorityUsed = z.strictObject({ decision: Id, movesCents: PositiveCents, perDayCents: Cents })

export const fourEyesEvents = {
  SettlementAsked: { 1: SettlementAsked1, 2: SettlementAsked },
  SettlementApproved: { 1: SettlementApproved },
  SettlementDeclined: { 1: SettlementDeclined },
} as const

/** Of an admin's account alone. */
export const authorityEvents = {
  AuthorityUsed: { 1: AuthorityUsed },
} as const
