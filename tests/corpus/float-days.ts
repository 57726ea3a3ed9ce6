// Days of floats: granted, drawn, lowered, paid out and given back; closed by their admins, one without a movement, one
// before money of that day arrives. Commands with ids and times injected, as in script.ts.
import { TREASURY, treasuryStream } from '#domain/treasury/events.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, HOUR, scripted, secrets, sha256 } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function closeFloatDays(store: EventStore): Promise<void> {
  const reason = (number: number) => byAdmin(sha256(`reason ${number}`))
  /** Noon in Paris. */
  const script = scripted(store, { begin: '2026-11-15T11:00:00.000Z', unit: HOUR, reason })
  const { at, onAccount, onTreasury } = script

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const ben = { account: 'ben', role: 'admin' } as const
  const opening = (name: string) => ({ type: 'CreateAdmin', role: 'admin', ...secrets(name) }) as const
  await onAccount('root', 'setup', { ...opening('root'), role: 'super-admin', openedBy: 'setup', floatCents: 0 })
  await onAccount('ada', root, { ...opening('ada'), openedBy: idOf('root'), floatCents: 1_000_00 })
  await onAccount('ben', root, { ...opening('ben'), openedBy: idOf('root'), floatCents: 0 })
  const signUp = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 0, receive: null }
  await onAccount('bob', 'sign-up', { type: 'OpenAccount', role: 'user', ...secrets('bob'), ...signUp })

  const deposit = async (name: string, to: string, amountCents: number) => {
    const transfer = { transfer: idOf(name), to: idOf(to), amountCents, purpose: 'deposit' } as const
    await onAccount('ada', ada, { type: 'Deposit', ...transfer })
  }
  const arrive = (name: string, sender: string, receiver: string, amountCents: number, more: { at?: string } = {}) =>
    onAccount(
      receiver,
      'transfers',
      {
        type: 'ReceiveTransfer',
        transfer: idOf(name),
        sender: idOf(sender),
        amountCents,
        ...(receiver === 'ada' ? { into: 'float', purpose: 'withdrawal' } : { into: 'wallet', purpose: 'deposit' }),
      },
      more,
    )
  script.now = 1
  await deposit('deposit', 'bob', 250_00)
  await arrive('deposit', 'ada', 'bob', 250_00)
  await deposit('lost', 'nobody', 20_00)
  await onAccount('ada', 'transfers', { type: 'ReturnTransfer', transfer: idOf('lost') })
  const draw = {
    type: 'Draw',
    draw: idOf('draw'),
    account: idOf('ada'),
    amountCents: 500_00,
    budgetCents: 20_000_00,
  } as const
  await onTreasury(ben, draw)
  const raise = { type: 'RaiseFloat', draw: idOf('draw'), amountCents: 500_00 } as const
  await onAccount('ada', 'treasury', raise, { causation: `${treasuryStream(TREASURY)}@0` })
  await onAccount('ada', root, { type: 'SetAdminBalance', floatCents: 1_200_00 })
  // paid out just before midnight in Paris, and in transit over it
  script.now = 11.9
  await onAccount('bob', ada, { type: 'Withdraw', transfer: idOf('payout'), to: idOf('ada'), amountCents: 40_00 })
  const late = { at: at(script.now) }
  script.now = 12.1
  await onAccount('ada', ada, { type: 'CloseFloatDay', day: '2026-11-15', closingCents: 1_200_00 })
  await arrive('payout', 'bob', 'ada', 40_00, late)
  // nothing moves on the 17th
  script.now = 62
  await onAccount('ada', ada, { type: 'CloseFloatDay', day: '2026-11-17', closingCents: 1_240_00 })
  await onAccount('ada', ada, { type: 'CloseFloatDay', day: '2026-11-16', closingCents: 1_240_00 })
  await onAccount('root', root, { type: 'SetAdminBalance', floatCents: 75_00 })
  script.now = 86
  await onAccount('root', root, { type: 'CloseFloatDay', day: '2026-11-18', closingCents: 75_00 })
  await deposit('second', 'bob', 10_00)
  await arrive('second', 'ada', 'bob', 10_00)
}
