// How a request to the admins ended, on the stream of the account that asked.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { Hash, Id, PositiveCents, Word } from '../values.ts'

/** Answered by an admin (`done`, `declined`), or withdrawn by the person who asked. */
export const RequestOutcome = z.enum(['done', 'declined', 'withdrawn'])
export type RequestOutcome = z.infer<typeof RequestOutcome>

/**
 * `done` says that an admin acted on it; money that was asked for has events of its own. The reason in the metadata is
 * the admin's answer.
 */
export const RequestEnded = z.strictObject({
  request: Id,
  /** What was asked for: 'deposit', 'pay-out', 'password', 'closing'. */
  kind: Word,
  /** Of a deposit or a pay-out. */
  amountCents: PositiveCents.optional(),
  /** Commitment to the note written with it; absent if there was none. */
  note: Hash.optional(),
  outcome: RequestOutcome,
})
export type RequestEnded = z.infer<typeof RequestEnded>

export const requestEvents = { RequestEnded: { 1: RequestEnded } } as const
