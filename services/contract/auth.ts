// POST /api/auth/auth: sign-up, sign-in, sessions.
import { z } from 'zod'
import { BalanceText, Given } from './values.ts'

export const User = z.object({
  id: z.string(),
  username: z.string(),
  balance: BalanceText,
  is_admin: z.boolean(),
  is_blocked: z.boolean(),
  /** An auditor, who sees the back office but changes nothing there. */
  read_only: z.literal(true).optional(),
  email: z.string().optional(),
  /**
   * What the user owes after a corrected result that the wallet could not cover, in euros; any credit pays it first.
   * Absent: nothing.
   */
  owed: z.number().optional(),
})
export type User = z.infer<typeof User>

export const AuthBody = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('signup'),
    username: Given,
    password: Given,
    /** Whether the user is at least 18: true attests it, false is refused, absent is recorded as not attested. */
    adult: z.boolean().optional(),
  }),
  /** If a second factor is set up: 401 with code `second_factor_required` and a challenge. */
  z.strictObject({ action: z.literal('signin'), username: Given, password: Given }),
  /** Completes such a sign-in. `code`: of the app, or a recovery code. */
  z.strictObject({
    action: z.literal('second-factor'),
    challenge: z.string().max(1_000),
    code: Given.max(64),
  }),
  /** Needs that user's own bearer token. */
  z.strictObject({ action: z.literal('refresh'), username: Given }),
  /** Accepts any token, or none. */
  z.strictObject({ action: z.literal('verify-admin'), token: z.string().nullish() }),
  /** Changes the user's own password. Ends all sessions and returns the token of a new one. Needs the bearer token. */
  z.strictObject({ action: z.literal('change-password'), oldPassword: Given, newPassword: Given }),
  /** Files a request for the admins; the reply is the same for any name. */
  z.strictObject({ action: z.literal('forgot-password'), username: Given }),
  z.strictObject({ action: z.literal('signout') }),
])
export type AuthBody = z.infer<typeof AuthBody>
export const SignedIn = z.object({
  user: User,
  token: z.string(),
  /** The password was generated: until it is changed, other calls reply 403 with code `password_change_required`. */
  passwordChangeRequired: z.literal(true).optional(),
  /**
   * An admin who must have a second factor: until it is set up, other calls reply 403 with code
   * `second_factor_setup_required`.
   */
  secondFactorSetupRequired: z.literal(true).optional(),
})
export type SignedIn = z.infer<typeof SignedIn>
export const Refreshed = z.object({ user: User })
export const AdminVerified = z.object({ isAdmin: z.boolean() })
export const Done = z.object({
  success: z.literal(true),
  message: z.string().optional(),
  position: z.string().optional(),
  /** The bettor's balance, if money was paid. */
  userBalance: z.number().optional(),
  /** Goodwill that the caller may still pay today, in euros, if there is a limit per day. */
  leftToday: z.number().optional(),
  /** When the games of the day were saved. */
  lastUpdated: z.string().nullish(),
})
