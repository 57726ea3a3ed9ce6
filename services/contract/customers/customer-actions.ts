// What admins change about one account: its password, caps on its bets, notes, its end.
import { z } from 'zod'
import { MAX_NOTE_LENGTH, MAX_REASON_LENGTH } from '#domain/limits.ts'
import { Euros, RequiredReason } from '../values.ts'

const reason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }

export const customerActions = [
  z.strictObject({ action: z.literal('changePassword'), username: z.string(), newPassword: z.string(), ...reason }),
  /** The largest stake and payout of one bet, in euros; null: no cap. */
  z.strictObject({
    action: z.literal('setBetCaps'),
    userId: z.string(),
    maxStake: Euros.nullable(),
    maxPayout: Euros.nullable(),
    ...reason,
  }),
  /** By a super admin, and only if the account is empty. */
  z.strictObject({
    action: z.literal('closeAccount'),
    userId: z.string(),
    reason: RequiredReason,
  }),
  /** For a closed account, by a super admin, and final. The reason stays, so it should not name the person. */
  z.strictObject({
    action: z.literal('erasePersonalData'),
    userId: z.string(),
    reason: RequiredReason,
  }),
  z.strictObject({ action: z.literal('addNote'), userId: z.string(), text: z.string().max(MAX_NOTE_LENGTH) }),
] as const
