// All accounts of the book at one moment, in the order in which the log brought them.
import type { Kind, LedgerAccount } from '../book/book.ts'
import type { State } from '../replay/state.ts'

/** The house's, then each person's that there is or that holds something, then money on its way, then open stakes. */
export function* accountsOf({ book, accounts, transfers, openBets }: State): Generator<LedgerAccount> {
  yield* [book.treasury, book.profit, book.grants, book.goodwill]
  for (const { role, float, wallet, owed } of accounts.values()) {
    const own = role === 'user' ? wallet : role === 'auditor' ? null : float
    for (const account of [float, wallet, owed]) if (account === own || account.cents !== 0) yield account
  }
  for (const { transit } of transfers.values()) yield transit
  yield* openBets.values()
}

/** What each kind of account is called where many are summed up. */
export const KIND_TITLES: Readonly<Record<Kind, string>> = {
  treasury: 'treasury',
  float: 'floats',
  wallet: 'wallets',
  owed: 'owed',
  transit: 'in transit',
  bet: 'open stakes',
  profit: 'house profit',
  grants: 'grants',
  goodwill: 'goodwill',
}
