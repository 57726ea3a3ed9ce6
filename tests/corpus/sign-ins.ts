// A small history in which people sign in and out, with and without a second factor. Commands with ids and times
// injected, as in script.ts; like that, it must not change any more.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { SessionCommand } from '#domain/session/commands.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { MINUTE, sha256 } from './scripted.ts'

const BEGIN = Date.parse('2026-01-10T12:00:00.000Z')

/** The commitment to a session. */
export const sessionOf = (name: string): string => sha256(`session ${name}`)

type Who = { readonly account: string; readonly role: 'user' | 'admin' | 'super-admin'; readonly session: string }
type Product = { readonly part: string; readonly session?: string }

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function signInAndOut(store: EventStore): Promise<void> {
  let minute = 0
  const now = () => new Date(BEGIN + minute * MINUTE)
  const { accounts, sessions } = createCommands({ store, systemNow: now })

  function metaOf(who: Who | Product, command: unknown): CommandMeta {
    minute += 1
    const actor =
      'part' in who ? ({ id: who.part, role: 'system' } as const) : { id: idOf(who.account), role: who.role }
    return {
      actor,
      session: who.session === undefined ? null : sessionOf(who.session),
      command: { id: commandId(actor.id, `key ${minute}`), hash: hashCommand(command) },
      correlation: idOf(`correlation ${minute}`),
      causation: null,
      at: now().toISOString(),
      reason: null,
    }
  }
  const done = ({ accepted }: { accepted: boolean }, what: string) => {
    if (!accepted) throw new Error(`${what} was refused`)
  }
  const ask = async (account: string, who: Who | Product, command: AccountCommand) =>
    done(await accounts.execute(idOf(account), command, metaOf(who, command)), `${command.type} of ${account}`)
  const askSession = async (account: string, who: Who | Product, command: SessionCommand) =>
    done(await sessions.execute(idOf(account), command, metaOf(who, command)), `${command.type} of ${account}`)
  const signIn = (who: Who, secondFactor = false, by: Who | Product = who) =>
    askSession(who.account, by, { type: 'SignIn', session: sessionOf(who.session), secondFactor })
  const signOut = (who: Who, session: string, others = false) =>
    askSession(who.account, who, { type: 'SignOut', session: sessionOf(session), others })

  const secrets = (name: string) => ({
    username: sha256(`name ${name}`),
    password: sha256(`password ${name}`),
    nameAsTyped: true as const,
  })
  const [setup, product] = [{ part: 'setup' }, { part: 'sign-in' }]
  const as = (account: string, role: Who['role']) => (session: string) => ({ account, role, session })
  const [root, ada, bob, cy] = [as('root', 'super-admin'), as('ada', 'admin'), as('bob', 'user'), as('cy', 'user')]
  const admin = { type: 'CreateAdmin', floatCents: 0 } as const
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  const limit = { type: 'SetPlayLimit', kind: 'stake', period: 'month' } as const

  await ask('root', setup, { ...admin, role: 'super-admin', ...secrets('root'), openedBy: 'setup' })
  await signIn(root('root 1'))
  await ask('ada', root('root 1'), { ...admin, role: 'admin', ...secrets('ada'), openedBy: idOf('root') })
  await signIn(ada('ada 1'))
  await ask('bob', ada('ada 1'), { ...user, ...secrets('bob'), openedBy: idOf('ada') })
  // a sign-up signs in
  const signUp = { part: 'sign-up', session: 'cy 1' }
  await ask('cy', signUp, { ...user, ...secrets('cy'), openedBy: 'sign-up' })
  await ask('cy', cy('cy 1'), { ...limit, amountCents: 50_000 })
  await signIn(cy('cy 2'))
  await signIn(cy('cy 3'), false, product)
  await signOut(cy('cy 2'), 'cy 3')
  await signOut(cy('cy 2'), 'cy 2')
  await signIn(bob('bob 1'))
  await signIn(bob('bob 2'))
  await ask('bob', bob('bob 2'), {
    type: 'EnableSecondFactor',
    factor: sha256('factor'),
    recoveryCodes: sha256('codes'),
  })
  await signIn(bob('bob 3'), true)
  await signOut(bob('bob 3'), 'bob 3', true)
  await ask('bob', ada('ada 1'), { type: 'EndSessions', session: sessionOf('bob 3') })
  await signIn(bob('bob 4'), true)
  await ask('bob', bob('bob 4'), { type: 'ChangePassword', password: sha256('password bob 2'), replaces: null })
  await signIn(bob('bob 5'), true)
  await ask('bob', bob('bob 5'), { ...limit, amountCents: 70_000 })
  await ask('cy', ada('ada 1'), { type: 'BlockUser' })
}
