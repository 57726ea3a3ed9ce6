// Accounts whose commands wait until the test lets them continue, to see what is locked, and by whom, while the ledger
// is written.
import type { Accounts } from '../accounts.ts'

export type HeldAccounts = {
  readonly accounts: Accounts
  /** Resolves with the first command. */
  readonly begun: Promise<void>
  readonly goOn: () => void
}

export function heldAccounts(accounts: Accounts): HeldAccounts {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const execute: Accounts['execute'] = async (...command) => {
    begun.resolve()
    await goOn.promise
    return accounts.execute(...command)
  }
  return { accounts: { ...accounts, execute }, begun: begun.promise, goOn: goOn.resolve }
}
