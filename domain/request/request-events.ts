// How what somebody asked of the admins came to its end, on the stream of the account that asked.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Hash, Id, PositiveCents, Word } from '../values.ts'

/** Answered by an admin (`done`, `declined`), or taken back by who asked (`withdrawn`). */
export const RequestOutcome = z.enum(['done', 'declined', 'withdrawn'])
export type RequestOutcome = z.infer<typeof RequestOutcome>

/** `done` says that it was acted on; money that was asked for has events of its own. What the admin answered is the reason. */
export const RequestEnded = z.strictObject({
  request: Id,
  /** What was asked for: 'deposit', 'pay-out', 'password', 'closing'. */
  kind: Word,
  /** Of a deposit or a pay-out. */
  amountCents: PositiveCents.optional(),
  /** The commitment to what was written with it; absent where nothing was. */
  note: Hash.optional(),
  outcome: RequestOutcome,
})
export type RequestEnded = z.infer<typeof RequestEnded>

export const requestEvents = { RequestEnded: { 1: RequestEnded } } as const
