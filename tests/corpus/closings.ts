// How bettors' accounts are closed: requested, withdrawn, carried out, closed by a super admin; and what arrives later.
import type { EventStore } from '#services/event-store/port.ts'
import { accountCommands } from './account-commands.ts'
import { idOf } from './script.ts'
import { secrets, sha256 } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function closeAccounts(store: EventStore): Promise<void> {
  const onAccount = accountCommands(store)
  const root = { account: 'root', role: 'super-admin' } as const
  const opening = { type: 'CreateAdmin', role: 'super-admin', openedBy: 'setup', floatCents: 10_000 } as const
  await onAccount('root', 'setup', { ...opening, ...secrets('root') })
  const signUp = { type: 'OpenAccount', role: 'user', openedBy: 'sign-up', ageAttested: true, receive: null } as const
  for (const name of ['bob', 'cy', 'dan']) {
    const welcomeGrantCents = name === 'bob' ? 5_00 : 0
    await onAccount(name, 'sign-up', { ...signUp, ...secrets(name), welcomeGrantCents })
  }
  const transfer = { transfer: idOf('late deposit'), amountCents: 7_00, purpose: 'deposit' } as const
  await onAccount('root', root, { type: 'Deposit', ...transfer, to: idOf('cy') })

  const bob = { account: 'bob', role: 'user' } as const
  await onAccount('bob', bob, { type: 'RequestClosing' })
  await onAccount('bob', bob, { type: 'CancelClosing' })
  await onAccount('bob', bob, { type: 'RequestClosing' })
  const payOut = { transfer: idOf('pay-out'), amountCents: 5_00 } as const
  await onAccount('bob', root, { type: 'Withdraw', ...payOut, to: idOf('root') })
  const paid = { ...payOut, sender: idOf('bob'), into: 'float', purpose: 'withdrawal' } as const
  await onAccount('root', 'transfers', { type: 'ReceiveTransfer', ...paid })
  await onAccount('bob', 'closings', { type: 'CloseAccount' })
  // money in transit arrives on an account that was closed meanwhile, and is paid out of it
  await onAccount('cy', { account: 'cy', role: 'user' }, { type: 'RequestClosing' })
  await onAccount('cy', 'closings', { type: 'CloseAccount' })
  const arriving = { ...transfer, sender: idOf('root'), into: 'wallet' } as const
  await onAccount('cy', 'transfers', { type: 'ReceiveTransfer', ...arriving })
  const back = { transfer: idOf('late pay-out'), amountCents: 7_00 } as const
  await onAccount('cy', root, { type: 'Withdraw', ...back, to: idOf('root') })
  const paidBack = { ...back, sender: idOf('cy'), into: 'float', purpose: 'withdrawal' } as const
  await onAccount('root', 'transfers', { type: 'ReceiveTransfer', ...paidBack })
  const reason = { code: 'by-admin', text: sha256('reason twice here') }
  await onAccount('dan', root, { type: 'CloseAccount' }, reason)
}
