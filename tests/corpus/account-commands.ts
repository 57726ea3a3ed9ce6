// Commands on accounts one after the other, a minute apart, with ids and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A part of the product, or a person. */
export type Who = string | { account: string; role: 'user' | 'admin' | 'super-admin' }

/** On an empty log that was started with `logId` and `at` of CORPUS_START. */
export function accountCommands(store: EventStore) {
  let minute = 0
  const at = () => new Date(BEGIN + minute * MINUTE).toISOString()
  const { accounts } = createCommands({ store, systemNow: () => new Date(at()) })

  return async (account: string, who: Who, command: AccountCommand, reason: CommandMeta['reason'] = null) => {
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
      at: at(),
      reason,
    })
    if (!outcome.accepted) throw new Error(`${command.type} at ${minute}: ${outcome.refusal.code}`)
  }
}
