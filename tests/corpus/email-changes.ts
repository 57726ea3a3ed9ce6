// A small history in which email addresses are set, changed and removed. Commands with ids and times injected, as in
// script.ts; like that, it must not change any more.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { scripted, secrets, sha256, type Who } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function changeEmails(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-01-10T12:00:00.000Z' })
  const ask = (account: string, who: Who, command: AccountCommand) =>
    script.onAccount(account, who, command, { correlation: idOf(`correlation ${script.number + 1}`) })

  const email = (name: string | null) => (name === null ? null : sha256(`email ${name}`))
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
  script.now = 5
  await change('bob', 'user', 'bob', null)
  await change('ada', 'admin', 'ada', null)
  await change('cy', 'user', 'cy', null)
  script.now = 9
  await change('bob', 'user', 'bob 2', 'bob')
  await change('cy', 'user', null, 'cy')
  script.now = 12
  await change('cy', 'user', 'cy 2', null)
  await ask('bob', ada, { type: 'BlockUser' })
}
