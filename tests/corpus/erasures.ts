// Personal data of closed accounts is erased, after notes and reasons about a bettor.
import type { EventStore } from '#services/event-store/port.ts'
import { accountCommands } from './account-commands.ts'
import { idOf } from './script.ts'
import { secrets, sha256 } from './scripted.ts'

export const reasonOf = (text: string) => ({ code: 'by-admin', text: sha256(`reason ${text}`) })

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function erasePeople(store: EventStore): Promise<void> {
  const onAccount = accountCommands(store)
  const root = { account: 'root', role: 'super-admin' } as const
  const opening = { type: 'CreateAdmin', role: 'super-admin', openedBy: 'setup', floatCents: 10_000 } as const
  await onAccount('root', 'setup', { ...opening, ...secrets('root') })
  const signUp = { type: 'OpenAccount', role: 'user', openedBy: 'sign-up', ageAttested: true, receive: null } as const
  for (const name of ['bob', 'cy'])
    await onAccount(name, 'sign-up', { ...signUp, ...secrets(name), welcomeGrantCents: 0 })

  const deposit = { transfer: idOf('deposit'), amountCents: 7_00, purpose: 'deposit' } as const
  await onAccount('root', root, { type: 'Deposit', ...deposit, to: idOf('bob') }, reasonOf('cash of bob'))
  await onAccount('bob', 'transfers', { type: 'ReceiveTransfer', ...deposit, sender: idOf('root'), into: 'wallet' })
  await onAccount('bob', root, { type: 'AddNote', text: sha256('note about bob') })
  // the same reason about both, so that it is about neither alone
  for (const name of ['bob', 'cy']) {
    await onAccount(name, root, { type: 'SetBetCaps', stakeCents: 5_00, payoutCents: null }, reasonOf('a group'))
  }
  const payOut = { transfer: idOf('pay-out'), amountCents: 7_00 } as const
  await onAccount('bob', root, { type: 'Withdraw', ...payOut, to: idOf('root') }, reasonOf('bob leaves'))
  const paid = { ...payOut, sender: idOf('bob'), into: 'float', purpose: 'withdrawal' } as const
  await onAccount('root', 'transfers', { type: 'ReceiveTransfer', ...paid })
  await onAccount('bob', { account: 'bob', role: 'user' }, { type: 'RequestClosing' })
  await onAccount('bob', 'closings', { type: 'CloseAccount' })
  const rows = [
    { kind: 'identity', count: 1 },
    { kind: 'note', count: 1 },
  ]
  const reasons = [reasonOf('cash of bob').text, reasonOf('bob leaves').text]
  await onAccount('bob', root, { type: 'ErasePersonalData', rows, reasons }, reasonOf('by letter'))
  await onAccount('cy', root, { type: 'CloseAccount' }, reasonOf('twice here'))
  await onAccount('cy', root, { type: 'ErasePersonalData', rows: [], reasons: [] }, reasonOf('by letter, too'))
}
