// What the desk sets and notes about a bettor, on the stream of the bettor's account.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { Hash, PositiveCents } from '../values.ts'

/** The most that a bet may stake and pay from here on, in cents; an absent one means no cap. */
export const BetCapsSet = z.strictObject({
  stakeCents: PositiveCents.optional(),
  payoutCents: PositiveCents.optional(),
})
export type BetCapsSet = z.infer<typeof BetCapsSet>

/** `text`: commitment to the text of the note. Its salt makes it unique to this note. */
export const NoteAdded = z.strictObject({ text: Hash })

export const customerEvents = {
  BetCapsSet: { 1: BetCapsSet },
  NoteAdded: { 1: NoteAdded },
} as const
