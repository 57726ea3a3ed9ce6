// How an account signs in, on the account's stream: its second factor, and sessions that an admin ended.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { Hash } from '../values.ts'

/** Commitments: `factor` to the secret as it is stored, `recoveryCodes` to the recovery codes. */
export const SecondFactorEnabled = z.strictObject({ factor: Hash, recoveryCodes: Hash })
export type SecondFactorEnabled = z.infer<typeof SecondFactorEnabled>
/** Turned off by the owner of the account. */
export const SecondFactorDisabled = z.strictObject({})
/** Removed by a super admin because the owner lost it. */
export const SecondFactorRemoved = z.strictObject({})
/** `recoveryCodes`: the commitment in force from here on; earlier codes no longer work. */
export const RecoveryCodesRenewed = z.strictObject({ recoveryCodes: Hash })
/** Ended by an admin. `session`: the commitment by which events name the session; absent if all sessions were ended. */
export const SessionsEnded = z.strictObject({ session: Hash.optional() })

export const accessEvents = {
  SecondFactorEnabled: { 1: SecondFactorEnabled },
  SecondFactorDisabled: { 1: SecondFactorDisabled },
  SecondFactorRemoved: { 1: SecondFactorRemoved },
  RecoveryCodesRenewed: { 1: RecoveryCodesRenewed },
  SessionsEnded: { 1: SessionsEnded },
} as const
