// What admins change about one account: its password, caps on its bets, notes, its end.
import { z } from 'zod'
import { MAX_NOTE_LENGTH } from '#domain/limits.ts'
import { Euros, Given, RequiredReason, withReason } from '../values.ts'

export const customerActions = [
  z.strictObject({ action: z.literal('changePassword'), username: Given, newPassword: Given, ...withReason }),
  /** The largest stake and payout of one bet, in euros; null: no cap. */
  z.strictObject({
    action: z.literal('setBetCaps'),
    userId: Given,
    maxStake: Euros.nullable(),
    maxPayout: Euros.nullable(),
    ...withReason,
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
