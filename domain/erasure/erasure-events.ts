// The erasure of an account's personal data, on the account's stream: the commitments stay, the values behind them are
// gone. These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { Hash, Word } from '../values.ts'

/** Who erased it and why is in the event's metadata. */
export const PersonalDataErased = z.strictObject({
  /** How many rows of each kind were deleted: 'identity', 'session', 'note'. */
  rows: z.array(z.strictObject({ kind: Word, count: z.int().min(1) })),
  /** Commitments to the deleted texts of reasons that were about nobody else. */
  reasons: z.array(Hash),
})
export type PersonalDataErased = z.infer<typeof PersonalDataErased>

export const erasureEvents = { PersonalDataErased: { 1: PersonalDataErased } } as const
