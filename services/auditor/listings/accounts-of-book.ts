// All accounts of the book at one moment, in an order that follows from the log.
import type { Kind, LedgerAccount } from '../book/book.ts'
import type { State } from '../replay/state.ts'

/**
 * The house's accounts; for each person, the one of their role and any other that holds something; transfers in
 * transit; open bets.
 */
export function* accountsOf({ book, accounts, transfers, openBets }: State): Generator<LedgerAccount> {
  yield* [book.treasury, book.profit, book.grants, book.goodwill]
  for (const { role, float, wallet, owed } of accounts.values()) {
    const own = role === 'user' ? wallet : role === 'auditor' ? null : float
    for (const account of [float, wallet, owed]) if (account === own || account.cents !== 0) yield account
  }
  for (const { transit } of transfers.values()) yield transit
  yield* openBets.values()
}

/** The title of the sum of all accounts of a kind. */
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
