// How somebody gets in: the second factor of an account, and sessions that the desk ended, on the account's stream.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Hash } from '../values.ts'

/** Commitments: `factor` to the secret as it is stored, `recoveryCodes` to the codes that stand in for it. */
export const SecondFactorEnabled = z.strictObject({ factor: Hash, recoveryCodes: Hash })
export type SecondFactorEnabled = z.infer<typeof SecondFactorEnabled>
/** Turned off by its owner. */
export const SecondFactorDisabled = z.strictObject({})
/** Taken away by a super admin, where it was lost. */
export const SecondFactorRemoved = z.strictObject({})
/** `recoveryCodes`: the commitment in force from here on; codes of before open nothing. */
export const RecoveryCodesRenewed = z.strictObject({ recoveryCodes: Hash })
/** Ended by the desk. `session`: its commitment, as events name it; absent where all of the account were ended. */
export const SessionsEnded = z.strictObject({ session: Hash.optional() })

export const accessEvents = {
  SecondFactorEnabled: { 1: SecondFactorEnabled },
  SecondFactorDisabled: { 1: SecondFactorDisabled },
  SecondFactorRemoved: { 1: SecondFactorRemoved },
  RecoveryCodesRenewed: { 1: RecoveryCodesRenewed },
  SessionsEnded: { 1: SessionsEnded },
} as const
