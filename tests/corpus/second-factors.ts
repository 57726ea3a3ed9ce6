// A small history in which second factors are set up, renewed, turned off and removed, and admins end sessions.
// Commands with ids and times injected, as in script.ts; like that, it must not change any more.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, scripted, secrets, sha256, type Who } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function secureSignIns(store: EventStore): Promise<void> {
  const script = scripted(store, { begin: '2026-01-10T12:00:00.000Z' })
  function ask(account: string, who: Who, command: AccountCommand, reason?: string) {
    script.now += 1
    const correlation = idOf(`correlation ${script.number + 1}`)
    const why = reason === undefined ? null : byAdmin(sha256(reason))
    return script.onAccount(account, who, command, { correlation, reason: why })
  }

  const factor = (name: string) => sha256(`factor ${name}`)
  const recoveryCodes = (name: string) => sha256(`codes ${name}`)
  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const cy = { account: 'cy', role: 'user' } as const
  const enable = (who: Exclude<Who, string>, name: string) =>
    ask(who.account, who, { type: 'EnableSecondFactor', factor: factor(name), recoveryCodes: recoveryCodes(name) })

  const admin = { type: 'CreateAdmin', floatCents: 0 } as const
  await ask('root', 'setup', { ...admin, role: 'super-admin', ...secrets('root'), openedBy: 'setup' })
  await ask('ada', root, { ...admin, role: 'admin', ...secrets('ada'), openedBy: idOf('root') })
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  await ask('bob', ada, { ...user, ...secrets('bob'), openedBy: idOf('ada') })
  await ask('cy', 'sign-up', { ...user, ...secrets('cy'), openedBy: 'sign-up' })
  await enable(ada, 'ada')
  await enable(bob, 'bob')
  await enable(cy, 'cy')
  const renewed = { factor: factor('bob'), recoveryCodes: recoveryCodes('bob 2') }
  await ask('bob', bob, { type: 'RenewRecoveryCodes', ...renewed })
  await ask('cy', cy, { type: 'DisableSecondFactor', factor: factor('cy') })
  await enable(cy, 'cy 2')
  await ask('bob', root, { type: 'RemoveSecondFactor' }, 'lost the phone')
  await ask('bob', ada, { type: 'EndSessions', session: sha256('session of bob') }, 'seen elsewhere')
  await ask('ada', root, { type: 'EndSessions', session: null })
  await enable(bob, 'bob 3')
  await ask('bob', ada, { type: 'BlockUser' })
}
