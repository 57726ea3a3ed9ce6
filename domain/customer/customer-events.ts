// What the desk sets and notes about a bettor, on the stream of his account.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Hash, PositiveCents } from '../values.ts'

/** The most that a bet may stake, and pay, from here on; what is absent has no cap. */
export const BetCapsSet = z.strictObject({
  stakeCents: PositiveCents.optional(),
  payoutCents: PositiveCents.optional(),
})
export type BetCapsSet = z.infer<typeof BetCapsSet>

/** `text`: the commitment to what was noted, which no other note shares. */
export const NoteAdded = z.strictObject({ text: Hash })

export const customerEvents = {
  BetCapsSet: { 1: BetCapsSet },
  NoteAdded: { 1: NoteAdded },
} as const
