// What the back office's forms accept before anything is sent. The server checks again.
import * as z from 'zod/mini'
import { centsFromText } from '#domain/money.ts'
import { messages } from '#ui/lib/messages.ts'
import { MIN_ADMIN_PASSWORD } from '#ui/model/new-password.ts'

export const MIN_USERNAME = 3
export const MIN_PASSWORD = 6

export const balanceInvalid = 'Balance must be a non-negative number with at most two decimals'
export const amountInvalid = 'Please enter an amount greater than 0, with at most two decimals'

export type AccountForm = { username: string; password: string; balance: string }

/** Of one rule after another only the first that fails is told, blank fields before all. */
const accountForm = (leastPassword: number, passwordShort: string) =>
  z.object({
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: messages.admin.fillAll, abort: true }),
        z.minLength(MIN_USERNAME, messages.auth.usernameShort),
      ),
    password: z
      .string()
      .check(z.minLength(1, { error: messages.admin.fillAll, abort: true }), z.minLength(leastPassword, passwordShort)),
    balance: z.string().check(
      z.minLength(1, { error: messages.admin.fillAll, abort: true }),
      z.refine((text) => centsOf(text) !== null, balanceInvalid),
    ),
  })

export const newUserForm = accountForm(MIN_PASSWORD, messages.auth.passwordShort)
/** More is asked of those who move other people's money. */
export const newAdminForm = accountForm(MIN_ADMIN_PASSWORD, messages.auth.adminPasswordShort)

/** Cents of an amount as typed, with a point or a comma; null where it is none. */
export const centsOf = (typed: string): number | null => centsFromText(typed.replace(',', '.'))

/** Why an amount cannot be moved; null where it can. */
export function amountError(typed: string): string | null {
  const cents = centsOf(typed)
  return cents === null || cents === 0 ? amountInvalid : null
}
