// Validates the form for a new password. The server checks again, and also refuses common passwords.
import * as z from 'zod/mini'
import { messages } from '#ui/lib/messages.ts'
import { MIN_ADMIN_PASSWORD, MIN_PASSWORD } from './credential-rules.ts'

export type PasswordChange = { oldPassword: string; newPassword: string; confirmPassword: string }

export const emptyPasswordChange: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' }

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const createSchema = (minLength: number, tooShort: string) =>
  z
    .object({
      oldPassword: z.string().check(z.minLength(1, messages.auth.currentPasswordMissing)),
      newPassword: z.string().check(z.minLength(minLength, tooShort)),
      confirmPassword: z.string(),
    })
    .check(
      // By default zod skips this check when a field is invalid: a password that is too short would hide these errors.
      z.refine((form) => form.newPassword === form.confirmPassword, {
        error: messages.auth.passwordsDiffer,
        path: ['confirmPassword'],
        when: isObject,
      }),
      z.refine((form) => form.newPassword !== form.oldPassword || form.newPassword.length < minLength, {
        error: messages.auth.passwordUnchanged,
        path: ['newPassword'],
        when: isObject,
      }),
    )

export const passwordChangeSchema = createSchema(MIN_PASSWORD, messages.auth.passwordShort)
export const adminPasswordChangeSchema = createSchema(MIN_ADMIN_PASSWORD, messages.auth.adminPasswordShort)

/** The field that an error code belongs to; null if it belongs to the whole form. */
export function fieldForCode(code: string): keyof PasswordChange | null {
  if (code === 'password_wrong') return 'oldPassword'
  const newPasswordCodes = ['common', 'is_name', 'too_short', 'invalid', 'unchanged'].map((name) => `password_${name}`)
  return newPasswordCodes.includes(code) ? 'newPassword' : null
}
