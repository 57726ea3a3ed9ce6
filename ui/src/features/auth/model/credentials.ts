// What the sign-in and sign-up forms accept before anything is sent. The server checks again.
import * as z from 'zod/mini'
import { messages } from '#ui/lib/messages.ts'

const MIN_USERNAME = 3
export const MIN_PASSWORD = 6

export type CredentialsForm = { username: string; password: string; confirmPassword: string; adult: boolean }

export const emptyCredentials: CredentialsForm = { username: '', password: '', confirmPassword: '', adult: false }

/** The field of the sign-up that a refusal of the server is about; null where it is about the whole. */
export function fieldOf(code: string): 'username' | 'password' | null {
  if (code.startsWith('username_')) return 'username'
  return code.startsWith('password_') ? 'password' : null
}

export const signInForm = z.object({
  username: z.string().check(z.trim(), z.minLength(1, messages.auth.usernameMissing)),
  password: z.string().check(z.minLength(1, messages.auth.passwordMissing)),
  confirmPassword: z.string(),
  adult: z.boolean(),
})

export const signUpForm = z
  .object({
    username: z.string().check(z.trim(), z.minLength(MIN_USERNAME, messages.auth.usernameShort)),
    password: z.string().check(z.minLength(MIN_PASSWORD, messages.auth.passwordShort)),
    confirmPassword: z.string(),
    adult: z.boolean().check(z.refine((adult) => adult, messages.auth.adultMissing)),
  })
  .check(
    // Without `when`, a password that is too short would hide that the two differ.
    z.refine((form) => form.password === form.confirmPassword, {
      error: messages.auth.passwordsDiffer,
      path: ['confirmPassword'],
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

export type LoginMode = 'sign-in' | 'create'
