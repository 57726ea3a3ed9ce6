// That the personal data of an account was erased, on the account's stream: the commitments stay, and what they are to is gone.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Hash, Word } from '../values.ts'

/** By whom and why is the event's own metadata. */
export const PersonalDataErased = z.strictObject({
  /** How many rows of each kind there were: 'identity', 'session', 'note'. */
  rows: z.array(z.strictObject({ kind: Word, count: z.int().min(1) })),
  /** Commitments to the texts of reasons that were about nobody else. */
  reasons: z.array(Hash),
})
export type PersonalDataErased = z.infer<typeof PersonalDataErased>

export const erasureEvents = { PersonalDataErased: { 1: PersonalDataErased } } as const
