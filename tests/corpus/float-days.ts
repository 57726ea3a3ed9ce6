// Days of floats: granted, drawn, lowered, paid out and given back; closed by their admins, one without a movement, one before
// money of it arrives. Commands with ids and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { TREASURY, treasuryStream } from '#domain/treasury/events.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

/** Noon in Paris. */
const BEGIN = Date.parse('2026-11-15T11:00:00.000Z')
const HOUR = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString()

type Who = 'setup' | 'sign-up' | 'transfers' | 'treasury' | { account: string; role: 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function closeFloatDays(store: EventStore): Promise<void> {
  let hour = 0
  let number = 0
  const { accounts, treasury } = createCommands({ store, systemNow: () => new Date(at(hour)) })

  function metaOf(who: Who, command: object, causation: string | null = null): CommandMeta {
    number += 1
    const isPart = typeof who === 'string'
    const actor = isPart ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${number}`)
    return {
      actor,
      session: isPart ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation,
      at: at(hour),
      reason: isPart ? null : { code: 'by-admin', text: sha256(`reason ${number}`) },
    }
  }
  const must = (what: string, outcome: { accepted: true } | { accepted: false; refusal: { code: string } }) => {
    if (!outcome.accepted) throw new Error(`${what}: ${outcome.refusal.code}`)
  }
  const onAccount = async (account: string, who: Who, command: AccountCommand, more: Partial<CommandMeta> = {}) =>
    must(command.type, await accounts.execute(idOf(account), command, { ...metaOf(who, command), ...more }))

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const ben = { account: 'ben', role: 'admin' } as const
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
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
  const arrive = (
    name: string,
    sender: string,
    receiver: string,
    amountCents: number,
    more: Partial<CommandMeta> = {},
  ) =>
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
  hour = 1
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
  must('draw', await treasury.execute(TREASURY, draw, metaOf(ben, draw)))
  const raise = { type: 'RaiseFloat', draw: idOf('draw'), amountCents: 500_00 } as const
  await onAccount('ada', 'treasury', raise, { causation: `${treasuryStream(TREASURY)}@0` })
  await onAccount('ada', root, { type: 'SetAdminBalance', floatCents: 1_200_00 })
  // paid out a moment before midnight in Paris, and on its way over it
  hour = 11.9
  await onAccount('bob', ada, { type: 'Withdraw', transfer: idOf('payout'), to: idOf('ada'), amountCents: 40_00 })
  const late = { at: at(hour) }
  hour = 12.1
  await onAccount('ada', ada, { type: 'CloseFloatDay', day: '2026-11-15', closingCents: 1_200_00 })
  await arrive('payout', 'bob', 'ada', 40_00, late)
  // nothing moves on the 17th
  hour = 62
  await onAccount('ada', ada, { type: 'CloseFloatDay', day: '2026-11-17', closingCents: 1_240_00 })
  await onAccount('ada', ada, { type: 'CloseFloatDay', day: '2026-11-16', closingCents: 1_240_00 })
  await onAccount('root', root, { type: 'SetAdminBalance', floatCents: 75_00 })
  hour = 86
  await onAccount('root', root, { type: 'CloseFloatDay', day: '2026-11-18', closingCents: 75_00 })
  await deposit('second', 'bob', 10_00)
  await arrive('second', 'ada', 'bob', 10_00)
}
