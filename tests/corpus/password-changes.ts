// A small history in which passwords change: by their owners, by the admin who created a user, by a super admin.
// Commands with ids and times injected, as in script.ts; like that, it must not change any more.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { scripted, sha256, type Who } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function changePasswords(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-01-10T12:00:00.000Z' })
  const ask = (account: string, who: Who, command: AccountCommand) =>
    script.onAccount(account, who, command, { correlation: idOf(`correlation ${script.number + 1}`) })

  const password = (name: string) => sha256(`password ${name}`)
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: password(name) })
  const change = (account: string, who: Who, to: string, from: string | null) =>
    ask(account, who, {
      type: 'ChangePassword',
      password: password(to),
      replaces: from === null ? null : password(from),
    })

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const cy = { account: 'cy', role: 'user' } as const

  const admin = { type: 'CreateAdmin', floatCents: 0 } as const
  await ask('root', 'setup', { ...admin, role: 'super-admin', ...secrets('root'), openedBy: 'setup' })
  await change('root', root, 'root 2', 'root')
  script.now = 1
  await ask('ada', root, { ...admin, role: 'admin', ...secrets('ada'), openedBy: idOf('root') })
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  await ask('bob', ada, { ...user, ...secrets('bob'), openedBy: idOf('ada') })
  await ask('cy', 'sign-up', { ...user, ...secrets('cy'), openedBy: 'sign-up' })
  script.now = 5
  await change('bob', bob, 'bob 2', 'bob')
  await change('bob', bob, 'bob 3', 'bob 2')
  await change('ada', ada, 'ada 2', 'ada')
  script.now = 9
  await ask('bob', ada, { type: 'BlockUser' })
  await change('bob', ada, 'bob 4', null)
  await change('cy', root, 'cy 2', null)
  await change('cy', cy, 'cy 3', 'cy 2')
}
