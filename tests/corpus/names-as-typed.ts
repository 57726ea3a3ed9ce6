// A small history in which accounts are opened with commitments to their names as typed, beside one from before that.
// Commands with ids and times injected, as in script.ts; like that, it must not change any more.
import type { AccountCommand } from '#domain/account/commands.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { MINUTE, sha256 } from './scripted.ts'

const BEGIN = Date.parse('2026-01-10T12:00:00.000Z')

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function openNamesAsTyped(store: EventStore): Promise<void> {
  let minute = 0
  const now = () => new Date(BEGIN + minute * MINUTE)
  const { accounts } = createCommands({ store, systemNow: now })

  async function open(name: string, actor: { id: string; role: 'system' | 'super-admin' }, command: AccountCommand) {
    minute += 1
    const outcome = await accounts.execute(idOf(name), command, {
      actor,
      session: actor.role === 'system' ? null : sha256('session of root'),
      command: { id: commandId(actor.id, `open ${name}`), hash: hashCommand(command) },
      correlation: idOf(`correlation ${minute}`),
      causation: null,
      at: now().toISOString(),
      reason: null,
    })
    if (!outcome.accepted) throw new Error(`${command.type} of ${name}: ${outcome.refusal.code}`)
  }

  const before = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
  const asTyped = (name: string) => ({ ...before(name), nameAsTyped: true as const })
  const [setup, signUp] = [
    { id: 'setup', role: 'system' },
    { id: 'sign-up', role: 'system' },
  ] as const
  const root = { id: idOf('root'), role: 'super-admin' } as const
  const admin = { type: 'CreateAdmin', floatCents: 0 } as const
  const user = { type: 'OpenAccount', role: 'user', openedBy: 'sign-up', ageAttested: true, receive: null } as const
  await open('root', setup, { ...admin, role: 'super-admin', ...asTyped('Root'), openedBy: 'setup' })
  await open('ada', root, { ...admin, role: 'admin', ...asTyped('Ada'), openedBy: root.id, floatCents: 500_00 })
  await open('bob', signUp, { ...user, ...before('bob'), welcomeGrantCents: 0 })
  await open('cy', signUp, { ...user, ...asTyped('Cy'), welcomeGrantCents: 5_00 })
}
