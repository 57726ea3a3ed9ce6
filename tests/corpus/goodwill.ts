// Goodwill: promised by an admin within the bound of a day, by a super admin beyond it, and paid to a bettor. Commands with ids
// and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import { DESK } from '#domain/desk/events.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-15T12:00:00.000Z')
const HOUR = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString()

type Who = 'setup' | 'sign-up' | { account: string; role: 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function payGoodwill(store: EventStore): Promise<void> {
  let hour = 0
  let number = 0
  const commands = createCommands({ store, systemNow: () => new Date(at(hour)) })

  function metaOf(who: Who, command: object): CommandMeta {
    number += 1
    const actor =
      typeof who === 'string' ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${number}`)
    const isPerson = typeof who !== 'string'
    return {
      actor,
      session: isPerson ? sha256(`session of ${who.account}`) : null,
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(hour),
      reason: isPerson ? { code: 'by-admin', text: sha256(`reason ${number}`) } : null,
    }
  }
  const must = (what: string, outcome: { accepted: true } | { accepted: false; refusal: { code: string } }) => {
    if (!outcome.accepted) throw new Error(`${what}: ${outcome.refusal.code}`)
  }
  const onAccount = async (account: string, who: Who, command: AccountCommand, more: Partial<CommandMeta> = {}) => {
    const meta = { ...metaOf(who, command), ...more }
    must(command.type, await commands.accounts.execute(idOf(account), command, meta))
  }

  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
  const seed = { type: 'SeedSettings', settings: { 'welcome-grant': 0, 'goodwill-per-day': 100_00 } } as const
  must('seed', await commands.desk.execute(DESK, seed, metaOf('setup', seed)))
  for (const [name, role] of [
    ['root', 'super-admin'],
    ['ada', 'admin'],
  ] as const) {
    const admin = { type: 'CreateAdmin', role, ...secrets(name), openedBy: 'setup', floatCents: 0 } as const
    await onAccount(name, 'setup', admin)
  }
  const signUp = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 0, receive: null }
  await onAccount('bob', 'sign-up', { type: 'OpenAccount', role: 'user', ...secrets('bob'), ...signUp })

  const configuration = await commands.desk.view(DESK, (_, head) => head.hash!)
  const pay = async (by: 'ada' | 'root', amountCents: number) => {
    const who = { account: by, role: by === 'ada' ? 'admin' : 'super-admin' } as const
    const goodwill = idOf(`goodwill ${number}`)
    const promise = { type: 'PromiseGoodwill', goodwill, to: idOf('bob'), amountCents, perDayCents: 100_00 } as const
    await onAccount(by, who, promise, { configuration })
    await onAccount('bob', who, { type: 'PayGoodwill', goodwill, by: idOf(by), amountCents }, { configuration })
  }
  hour = 1
  await pay('ada', 60_00)
  await pay('ada', 40_00)
  await pay('root', 500_00)
  hour = 25
  await pay('ada', 100_00)
}
