// What admins change about one account: its password, caps on its bets, notes, its end.
import { z } from 'zod'
import { MAX_NOTE_LENGTH, MAX_REASON_LENGTH } from '#domain/limits.ts'
import { Euros, Given, RequiredReason } from '../values.ts'

const reason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }

export const customerActions = [
  z.strictObject({ action: z.literal('changePassword'), username: Given, newPassword: Given, ...reason }),
  /** The largest stake and payout of one bet, in euros; null: no cap. */
  z.strictObject({
    action: z.literal('setBetCaps'),
    userId: Given,
    maxStake: Euros.nullable(),
    maxPayout: Euros.nullable(),
    ...reason,
  }),
  /** By a super admin, and only if the account is empty. */
  z.strictObject({
    action: z.literal('closeAccount'),
    userId: Given,
    reason: RequiredReason,
  }),
  /** For a closed account, by a super admin, and final. The reason stays, so it should not name the person. */
  z.strictObject({
    action: z.literal('erasePersonalData'),
    userId: Given,
    reason: RequiredReason,
  }),
  z.strictObject({ action: z.literal('addNote'), userId: Given, text: z.string().max(MAX_NOTE_LENGTH) }),
] as const
