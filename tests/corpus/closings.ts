// How bettors' accounts come to their end: wished for, taken back, carried out, closed by a super admin; and what arrives later.
// Commands with ids and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who = string | { account: string; role: 'user' | 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function closeAccounts(store: EventStore): Promise<void> {
  let minute = 0
  const { accounts } = createCommands({ store, systemNow: () => new Date(at(minute)) })

  async function onAccount(account: string, who: Who, command: AccountCommand, reason: CommandMeta['reason'] = null) {
    minute += 1
    const isPart = typeof who === 'string'
    const actor = isPart ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${minute}`)
    const outcome = await accounts.execute(idOf(account), command, {
      actor,
      session: isPart ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(minute),
      reason,
    })
    if (!outcome.accepted) throw new Error(`${command.type} at ${minute}: ${outcome.refusal.code}`)
  }

  const root = { account: 'root', role: 'super-admin' } as const
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
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
  // what was under way arrives on an account that was closed meanwhile, and is paid out of it
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
