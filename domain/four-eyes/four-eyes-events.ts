// Decisions that wait for a second admin, on the stream that they are about: a fixture's, or that of the account of a
// bet. These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { DecidedSelection, Score } from '../fixture/fixture-values.ts'
import { Cents, Id, PositiveCents, Text } from '../values.ts'

/** The commands that may wait. */
const ASKABLE = [
  'RecordResult',
  'CorrectResult',
  'AbandonFixture',
  'DecideMarket',
  'VoidFixture',
  'VoidBet',
  'ResettleBet',
] as const

/**
 * An admin asks for a decision that moves more than one admin alone may move. Nothing moves until another admin
 * approves.
 */
const SettlementAsked1 = z.strictObject({
  request: Id,
  command: z.enum(ASKABLE),
  /** The bet, if it is about one. */
  bet: Id.optional(),
  /** The market, if it is about one. */
  market: Text.optional(),
  /**
   * For a result: the final score, null if there is none, and the score at the end of regulation time if it is known.
   */
  score: z.nullable(Score).optional(),
  regulation: Score.optional(),
  selections: z.array(DecidedSelection).min(1).max(100).optional(),
  /** What it moved by its preview when it was asked for, and the amount above which it waits. */
  movesCents: Cents,
  aboveCents: Cents,
})
/**
 * `leftCents`: what the admin could still move alone on that day; absent if the decision waits because of its own
 * amount.
 */
export const SettlementAsked = z.strictObject({ ...SettlementAsked1.shape, leftCents: Cents.optional() })
export type SettlementAsked = z.infer<typeof SettlementAsked>

/** By another admin; the events of what was asked for follow in the same append. */
export const SettlementApproved = z.strictObject({ request: Id, askedBy: Id })
/** By any admin, including the one who asked. */
export const SettlementDeclined = z.strictObject({ request: Id, askedBy: Id })

/**
 * On the account of the admin whose hand it is, before the decision (a command) that it names: what that moves counts
 * on the business day. `perDayCents`: what may be moved alone in a day.
 */
export const AuthorityUsed = z.strictObject({ decision: Id, movesCents: PositiveCents, perDayCents: Cents })

export const fourEyesEvents = {
  SettlementAsked: { 1: SettlementAsked1, 2: SettlementAsked },
  SettlementApproved: { 1: SettlementApproved },
  SettlementDeclined: { 1: SettlementDeclined },
} as const

/** Only on an admin's account. */
export const authorityEvents = {
  AuthorityUsed: { 1: AuthorityUsed },
} as const
