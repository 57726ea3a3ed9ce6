// A small history in which super admins create auditors, who change how they sign in, and remove them. Commands with
// ids and times injected, as in script.ts.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { Actor } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { MINUTE, sha256 } from './scripted.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function makeAuditors(store: EventStore): Promise<void> {
  let minute = 0
  const now = () => new Date(BEGIN + minute * MINUTE)
  const { accounts } = createCommands({ store, systemNow: now })

  async function ask(account: string, actor: Actor, command: AccountCommand): Promise<void> {
    minute += 1
    const id = commandId(actor.id, `key ${minute}`)
    const outcome = await accounts.execute(idOf(account), command, {
      actor,
      session: actor.role === 'system' ? null : sha256(`session of ${actor.id}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: now().toISOString(),
      reason: actor.role === 'super-admin' ? { code: 'by-admin', text: sha256(`why ${minute}`) } : null,
    })
    if (!outcome.accepted) throw new Error(`${command.type} of ${account}: ${outcome.refusal.code}`)
  }

  const secrets = (name: string) => ({
    username: sha256(`name ${name}`),
    password: sha256(`password ${name}`),
    nameAsTyped: true as const,
  })
  const opening = { type: 'CreateAdmin', floatCents: 0 } as const
  const root = { id: idOf('root'), role: 'super-admin' } as const
  const vera = { id: idOf('vera'), role: 'auditor' } as const
  const auditor = { ...opening, role: 'auditor', openedBy: root.id } as const
  const change = (password: string) =>
    ({ type: 'ChangePassword', password: sha256(`password ${password}`), replaces: null }) as const
  const factor = sha256('factor of vera')
  const recoveryCodes = (nth: number) => sha256(`codes ${nth} of vera`)

  const setup = { id: 'setup', role: 'system' } as const
  await ask('root', setup, { ...opening, role: 'super-admin', openedBy: 'setup', ...secrets('root') })
  await ask('ada', root, { ...opening, role: 'admin', openedBy: root.id, ...secrets('ada') })
  await ask('vera', root, { ...auditor, ...secrets('vera') })
  await ask('walt', root, { ...auditor, ...secrets('walt') })
  await ask('vera', vera, change('own of vera'))
  await ask('vera', vera, { type: 'EnableSecondFactor', factor, recoveryCodes: recoveryCodes(1) })
  await ask('vera', vera, { type: 'RenewRecoveryCodes', factor, recoveryCodes: recoveryCodes(2) })
  await ask('vera', vera, { type: 'DisableSecondFactor', factor })
  await ask('walt', root, change('given to walt'))
  await ask('walt', root, { type: 'EndSessions', session: null })
  await ask('walt', root, { type: 'BlockUser' })
  await ask('walt', root, { type: 'UnblockUser' })
  await ask('walt', root, { type: 'RemoveAdmin' })
}
