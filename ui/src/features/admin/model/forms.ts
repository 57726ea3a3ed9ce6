// Validates the back office's forms. The server checks again.
import * as z from 'zod/mini'
import { admin } from '#ui/lib/messages/admin.ts'
import { messages } from '#ui/lib/messages.ts'
import { MIN_ADMIN_PASSWORD, MIN_PASSWORD, MIN_USERNAME } from '#ui/model/credential-rules.ts'
import { parseCents } from '#ui/model/typed-amount.ts'

/** `reason`: for a new user; for a new admin, the dialog asks for it. */
export type AccountForm = CredentialForm & { balance: string; reason?: string | undefined }
export type CredentialForm = { username: string; password: string }

/** Each field reports only its first error, and a blank field before any other. */
const credentials = (minPassword: number, passwordTooShort: string) => ({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: admin.fillAll, abort: true }),
      z.minLength(MIN_USERNAME, messages.auth.usernameShort),
    ),
  password: z
    .string()
    .check(z.minLength(1, { error: admin.fillAll, abort: true }), z.minLength(minPassword, passwordTooShort)),
})

const createAccountSchema = (minPassword: number, passwordTooShort: string) =>
  z.object({
    ...credentials(minPassword, passwordTooShort),
    balance: z.string().check(
      z.minLength(1, { error: admin.fillAll, abort: true }),
      z.refine((text) => parseCents(text) !== null, admin.balanceInvalid),
    ),
    reason: z.optional(z.string()),
  })

export const newUserSchema = createAccountSchema(MIN_PASSWORD, messages.auth.passwordShort)
export const newAdminSchema = createAccountSchema(MIN_ADMIN_PASSWORD, messages.auth.adminPasswordShort)

export const newAuditorSchema = z.object(credentials(MIN_ADMIN_PASSWORD, messages.auth.adminPasswordShort))

export type FloatForm = { balance: string }

export const floatSchema = z.object({
  balance: z.string().check(z.refine((text) => parseCents(text) !== null, admin.balanceInvalid)),
})

export type TransferForm = { amount: string }

export const transferSchema = z.object({
  amount: z.string().check(z.refine((text) => (parseCents(text) ?? 0) > 0, admin.amountInvalid)),
})
