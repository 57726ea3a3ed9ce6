// What the form for a new password accepts before anything is sent. The server checks again, and knows the common ones.
import * as z from 'zod/mini'
import { messages } from '#ui/lib/messages.ts'

export const MIN_PASSWORD = 6
/** Asked of those who move other people's money. The server takes 6 from all. */
export const MIN_ADMIN_PASSWORD = 12

export type PasswordFields = { oldPassword: string; newPassword: string; confirmPassword: string }

export const emptyPasswords: PasswordFields = { oldPassword: '', newPassword: '', confirmPassword: '' }

const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

const formOf = (least: number, tooShort: string) =>
  z
    .object({
      oldPassword: z.string().check(z.minLength(1, messages.auth.currentPasswordMissing)),
      newPassword: z.string().check(z.minLength(least, tooShort)),
      confirmPassword: z.string(),
    })
    .check(
      // Without `when`, a password that is too short would hide the rest.
      z.refine((form) => form.newPassword === form.confirmPassword, {
        error: messages.auth.passwordsDiffer,
        path: ['confirmPassword'],
        when: isForm,
      }),
      z.refine((form) => form.newPassword !== form.oldPassword || form.newPassword.length < least, {
        error: messages.auth.passwordUnchanged,
        path: ['newPassword'],
        when: isForm,
      }),
    )

export const passwordForm = formOf(MIN_PASSWORD, messages.auth.passwordShort)
export const adminPasswordForm = formOf(MIN_ADMIN_PASSWORD, messages.auth.adminPasswordShort)

/** The field that a refusal of the server is about; null where it is about the whole. */
export function fieldOf(code: string): keyof PasswordFields | null {
  if (code === 'password_wrong') return 'oldPassword'
  const aboutNew = ['common', 'is_name', 'too_short', 'invalid', 'unchanged'].map((fault) => `password_${fault}`)
  return aboutNew.includes(code) ? 'newPassword' : null
}
