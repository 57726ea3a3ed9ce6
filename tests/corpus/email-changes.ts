// A small life of the ledger in which email addresses are set, changed and removed. Commands with ids and times injected, as in
// script.ts, which came first and stays as it is; so does this one.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-01-10T12:00:00.000Z')
const MINUTE = 60_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Who = 'setup' | 'sign-up' | { account: string; role: 'user' | 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function changeEmails(store: EventStore): Promise<void> {
  let minute = 0
  let number = 0
  const now = () => new Date(BEGIN + minute * MINUTE)
  const { accounts } = createCommands({ store, systemNow: now })

  async function ask(account: string, who: Who, command: AccountCommand): Promise<void> {
    number += 1
    const actor =
      typeof who === 'string' ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const outcome = await accounts.execute(idOf(account), command, {
      actor,
      session: typeof who === 'string' ? null : sha256(`session of ${who.account}`),
      command: { id: commandId(actor.id, `key ${number}`), hash: hashCommand(command) },
      correlation: idOf(`correlation ${number}`),
      causation: null,
      at: now().toISOString(),
      reason: null,
    })
    if (!outcome.accepted) throw new Error(`${command.type} of ${account}: ${outcome.refusal.code}`)
  }

  const email = (name: string | null) => (name === null ? null : sha256(`email ${name}`))
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
  const change = (account: string, role: 'user' | 'admin', to: string | null, from: string | null) =>
    ask(account, { account, role }, { type: 'ChangeEmail', email: email(to), replaces: email(from) })

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const admin = { type: 'CreateAdmin', floatCents: 0 } as const
  await ask('root', 'setup', { ...admin, role: 'super-admin', ...secrets('root'), openedBy: 'setup' })
  await ask('ada', root, { ...admin, role: 'admin', ...secrets('ada'), openedBy: idOf('root') })
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  await ask('bob', ada, { ...user, ...secrets('bob'), openedBy: idOf('ada') })
  await ask('cy', 'sign-up', { ...user, ...secrets('cy'), openedBy: 'sign-up' })
  minute = 5
  await change('bob', 'user', 'bob', null)
  await change('ada', 'admin', 'ada', null)
  await change('cy', 'user', 'cy', null)
  minute = 9
  await change('bob', 'user', 'bob 2', 'bob')
  await change('cy', 'user', null, 'cy')
  minute = 12
  await change('cy', 'user', 'cy 2', null)
  await ask('bob', ada, { type: 'BlockUser' })
}
