// Validates the form for the email address. The server checks again.
import * as z from 'zod/mini'
import { canonicalEmail } from '#domain/account/email-address.ts'
import { settings } from '#ui/lib/messages/settings.ts'
import { messages } from '#ui/lib/messages.ts'

export type EmailChange = { email: string; password: string }

const password = z.string().check(z.minLength(1, messages.auth.currentPasswordMissing))

export const emailChangeSchema = z.object({
  email: z.string().check(z.refine((email) => canonicalEmail(email) !== null, settings.emailInvalid)),
  password,
})
/** Removal ignores the text in the email field. */
export const emailRemovalSchema = z.object({ email: z.string(), password })

/** The field that an error code belongs to; null if it belongs to the whole form. */
export function fieldForCode(code: string): keyof EmailChange | null {
  if (code === 'email_invalid') return 'email'
  return code === 'password_wrong' ? 'password' : null
}
