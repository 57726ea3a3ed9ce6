// Which balance an account has, and the debt that credits to it pay first.
import type { BalanceKind } from '../events/payloads.ts'
import type { Account } from '../replay/entities.ts'
import type { CheckContext } from '../replay/event-check.ts'

export const balanceOf = (account: Account, kind: BalanceKind) => (kind === 'wallet' ? account.wallet : account.float)

/** The balance in which an account holds money; null for an auditor, who holds none. */
export const purseOf = ({ role }: Pick<Account, 'role'>): BalanceKind | null =>
  role === 'auditor' ? null : role === 'user' ? 'wallet' : 'float'

export function expectBalance({ place, findings }: CheckContext, account: Account, kind: BalanceKind): void {
  const purse = purseOf(account)
  if (purse !== kind) findings.at(place, 'purse_mismatch', purse ?? 'none: an auditor', kind, account.id)
}

/** Every credit to a wallet pays the account's debt first. `owedPaidCents`: how much it paid by the event. */
export function payOwed(event: CheckContext, account: Account, creditCents: number, owedPaidCents: number): void {
  const debt = Math.max(0, -account.owed.cents)
  const due = Math.min(debt, creditCents)
  if (owedPaidCents !== due) event.findings.at(event.place, 'owed_mismatch', due, owedPaidCents, account.id)
  event.state.book.post(account.wallet, account.owed, owedPaidCents)
}
