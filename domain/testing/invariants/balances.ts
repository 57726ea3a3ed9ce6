// The balance of every ledger account, as a fold of the postings. Accounts at zero are left out.
import type { LedgerAccount, Posting } from '../../ledger/postings.ts'

export type Balances = Map<LedgerAccount, number>

/** Adds postings to the balances. Throws RangeError if a balance would not be an exact integer any more. */
export function post(balances: Balances, postings: readonly Posting[]): void {
  for (const { from, to, amountCents } of postings) {
    add(balances, from, -amountCents)
    add(balances, to, amountCents)
  }
}

export const balanceOf = (balances: Balances, account: LedgerAccount): number => balances.get(account) ?? 0

function add(balances: Balances, account: LedgerAccount, amountCents: number): void {
  const balance = balanceOf(balances, account) + amountCents
  if (!Number.isSafeInteger(balance)) throw new RangeError(`${account} at ${balance} cents`)
  if (balance === 0) balances.delete(account)
  else balances.set(account, balance)
}

/** Sum over the accounts whose names begin with `prefix` ('bet:', 'user:') and end with `suffix`. */
export function sumOf(balances: Balances, prefix: string, suffix = ''): number {
  let sum = 0
  for (const [account, balance] of balances) {
    if (account.startsWith(prefix) && account.endsWith(suffix)) sum += balance
  }
  return sum
}

/** Whether an account may have this balance: nothing is overdrawn, and a debt is never a credit. */
export function keepsFloor(account: LedgerAccount, balance: number): boolean {
  if (account === 'treasury' || account.startsWith('house:')) return true
  return account.endsWith(':owed') ? balance <= 0 : balance >= 0
}
