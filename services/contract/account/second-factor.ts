// GET /api/account/second-factor and the calls below it: the caller's own second factor.
import { z } from 'zod'

export const SecondFactorStatus = z.object({
  enabled: z.boolean(),
  /** Null without a second factor. */
  recoveryCodesLeft: z.number().nullable(),
  /** True if the caller is an admin who must have one. */
  required: z.boolean(),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

/** POST …/begin: a new secret for an app, which takes effect once it is confirmed. */
export const BeginSecondFactor = z.strictObject({ password: z.string() })
export const SecondFactorBegun = z.object({
  /** Identifies the secret when it is confirmed. */
  factor: z.string(),
  /** In base 32, to type. */
  secret: z.string(),
  /** otpauth://…, to scan. */
  uri: z.string(),
})
export type SecondFactorBegun = z.infer<typeof SecondFactorBegun>

/** POST …/confirm, with a code of the app. Ends all other sessions. */
export const ConfirmSecondFactor = z.strictObject({ factor: z.string().max(64), code: z.string().max(64) })
/** POST …/recovery-codes and …/disable. `code`: of the app, or a recovery code. */
export const SecondFactorProof = z.strictObject({ password: z.string(), code: z.string().max(64) })
export type SecondFactorProof = z.infer<typeof SecondFactorProof>
/** Each can be used once. They are shown only this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
