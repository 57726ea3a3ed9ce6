// Validates the sign-in and sign-up forms. The server checks again.
import * as z from 'zod/mini'
import { messages } from '#ui/lib/messages.ts'
import { MIN_PASSWORD, MIN_USERNAME } from '#ui/model/credential-rules.ts'

export type LoginMode = 'sign-in' | 'create'

export type Credentials = { username: string; password: string; confirmPassword: string; adult: boolean }

export const emptyCredentials: Credentials = { username: '', password: '', confirmPassword: '', adult: false }

export const signInSchema = z.object({
  username: z.string().check(z.trim(), z.minLength(1, messages.auth.usernameMissing)),
  password: z.string().check(z.minLength(1, messages.auth.passwordMissing)),
  confirmPassword: z.string(),
  adult: z.boolean(),
})

export const signUpSchema = z
  .object({
    username: z.string().check(z.trim(), z.minLength(MIN_USERNAME, messages.auth.usernameShort)),
    password: z.string().check(z.minLength(MIN_PASSWORD, messages.auth.passwordShort)),
    confirmPassword: z.string(),
    adult: z.boolean().check(z.refine((adult) => adult, messages.auth.adultMissing)),
  })
  .check(
    // By default zod skips this check when a field is invalid: a password that is too short would hide this error.
    z.refine((form) => form.password === form.confirmPassword, {
      error: messages.auth.passwordsDiffer,
      path: ['confirmPassword'],
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

/** The sign-up field that an error code belongs to; null if it belongs to the whole form. */
export function fieldForCode(code: string): 'username' | 'password' | null {
  if (code.startsWith('username_')) return 'username'
  return code.startsWith('password_') ? 'password' : null
}
