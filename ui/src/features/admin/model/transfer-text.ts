import { centsFromText } from '#domain/money.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatCents, formatEuros, toCents } from '#ui/lib/money.ts'
import type { AdminUser } from '../api/dashboard.ts'
import { changeOf } from '../components/desk/money-changes.tsx'

export type TransferDirection = 'deposit' | 'withdraw'

/** Both balances before and after. `float` is the admin's own, in euros. */
export function transferChanges(direction: TransferDirection, cents: number, user: AdminUser, float: number) {
  const change = direction === 'deposit' ? cents : -cents
  return [
    changeOf(user.username, centsFromText(user.balance) ?? 0, change),
    changeOf(customers.ownBalance, toCents(float), -change),
  ]
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
