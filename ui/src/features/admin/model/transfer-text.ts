import { centsFromText } from '#domain/money.ts'
import { formatCents, formatEuros, toCents } from '#ui/lib/money.ts'
import type { AdminUser } from '../api/dashboard.ts'

export type TransferDirection = 'deposit' | 'withdraw'

/** Both balances before and after. `float` is the admin's, in euros. */
export function consequenceText(direction: TransferDirection, cents: number, user: AdminUser, float: number): string {
  const change = direction === 'deposit' ? cents : -cents
  const userCents = centsFromText(user.balance) ?? 0
  const adminCents = toCents(float)
  return (
    `${user.username}: ${formatCents(userCents)} → ${formatCents(userCents + change)}. ` +
    `Your balance: ${formatCents(adminCents)} → ${formatCents(adminCents - change)}.`
  )
}

/** `balance` is the user's new one, in euros. */
export const transferredText = (
  direction: TransferDirection,
  cents: number,
  username: string,
  balance: number,
): string =>
  direction === 'deposit'
    ? `Deposited ${formatCents(cents)} to ${username}. Balance: ${formatEuros(balance)}`
    : `Withdrew ${formatCents(cents)} from ${username}. Balance: ${formatEuros(balance)}`
