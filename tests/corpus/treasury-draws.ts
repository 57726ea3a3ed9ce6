// Floats of admins: granted by a super admin, drawn from the treasury, waiting, approved, declined, replaced; an admin
// is removed, and money arrives afterwards. Commands with ids and times injected, as in script.ts.
import { TREASURY, treasuryStream } from '#domain/treasury/events.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { scripted, secrets, type Who } from './scripted.ts'

const BUDGET = 20_000_00

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function drawFromTreasury(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-11-22T12:00:00.000Z' })
  const { onAccount, onTreasury } = script

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const ben = { account: 'ben', role: 'admin' } as const
  const opening = (name: string) => ({ type: 'CreateAdmin', role: 'admin', ...secrets(name) }) as const
  await onAccount('root', 'setup', { ...opening('root'), role: 'super-admin', openedBy: 'setup', floatCents: 0 })
  await onAccount('ada', root, { ...opening('ada'), openedBy: idOf('root'), floatCents: 30_000_00 })
  await onAccount('ben', ada, { ...opening('ben'), openedBy: idOf('ada'), floatCents: 0 })
  await onAccount('cleo', ben, { ...opening('cleo'), openedBy: idOf('ben'), floatCents: 0 })
  await onAccount('bob', 'sign-up', {
    type: 'OpenAccount',
    role: 'user',
    ...secrets('bob'),
    openedBy: 'sign-up',
    ageAttested: true,
    welcomeGrantCents: 0,
    receive: null,
  })

  const ask = (who: Who, name: string, account: string, amountCents: number) =>
    onTreasury(who, { type: 'Draw', draw: idOf(name), account: idOf(account), amountCents, budgetCents: BUDGET })
  const pay = async (name: string, account: string, amountCents: number, version: number) =>
    onAccount(
      account,
      'treasury',
      { type: 'RaiseFloat', draw: idOf(name), amountCents },
      { causation: `${treasuryStream(TREASURY)}@${version}` },
    )
  script.now = 5
  await ask(ada, 'within', 'ben', 15_000_00)
  await pay('within', 'ben', 15_000_00, 0)
  await ask(ben, 'beyond', 'cleo', 6_000_00)
  script.now = 10
  await ask(ada, 'more', 'cleo', 9_000_00)
  await onTreasury(root, { type: 'ApproveDraw', draw: idOf('more') })
  await pay('more', 'cleo', 9_000_00, 3)
  await ask(ben, 'too much', 'cleo', 1_000_000_00)
  await onTreasury(root, { type: 'DeclineDraw', draw: idOf('too much') })
  script.now = 20
  await onAccount('ben', ada, { type: 'SetAdminBalance', floatCents: 10_000_00 })
  await onAccount('root', root, { type: 'SetAdminBalance', floatCents: 500_00 })
  // the next day in Paris
  script.now = 700
  await ask(ada, 'next day', 'ben', BUDGET)
  await pay('next day', 'ben', BUDGET, 6)

  script.now = 710
  const deposit = { type: 'Deposit', to: idOf('bob'), amountCents: 100_00, purpose: 'deposit' } as const
  await onAccount('cleo', { account: 'cleo', role: 'admin' }, { ...deposit, transfer: idOf('deposit') })
  const sent = { sender: idOf('cleo'), into: 'wallet', amountCents: 100_00, purpose: 'deposit' } as const
  await onAccount('bob', 'transfers', { type: 'ReceiveTransfer', transfer: idOf('deposit'), ...sent })
  await onAccount(
    'cleo',
    { account: 'cleo', role: 'admin' },
    { ...deposit, to: idOf('nobody'), transfer: idOf('lost') },
  )
  const withdraw = { type: 'Withdraw', transfer: idOf('payout'), to: idOf('cleo'), amountCents: 40_00 } as const
  await onAccount('bob', { account: 'cleo', role: 'admin' }, withdraw)
  await ask(ada, 'in vain', 'cleo', 5_00)
  script.now = 720
  await onAccount('cleo', ben, { type: 'RemoveAdmin' })
  const back = { sender: idOf('bob'), into: 'float', amountCents: 40_00, purpose: 'withdrawal' } as const
  await onAccount('cleo', 'transfers', { type: 'ReceiveTransfer', transfer: idOf('payout'), ...back })
  await onAccount('cleo', 'transfers', { type: 'ReturnTransfer', transfer: idOf('lost') })
}
