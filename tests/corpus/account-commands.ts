// Commands on accounts and their sessions, one after the other, a minute apart, with ids and times injected, as in
// script.ts.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { SessionCommand } from '#domain/session/commands.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { MINUTE, sha256, type Who } from './scripted.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')

/** On an empty log that was started with `logId` and `at` of CORPUS_START. */
export const accountCommands = (store: EventStore) => peopleCommands(store).onAccount

/** The same. `onSessions`: on an account's stream of sessions. `pass`: advances the time by this many minutes. */
export function peopleCommands(store: EventStore) {
  let minute = 0
  const at = () => new Date(BEGIN + minute * MINUTE).toISOString()
  const { accounts, sessions } = createCommands({ store, systemNow: () => new Date(at()) })

  function metaOf(who: Who, command: unknown, reason: CommandMeta['reason'] = null): CommandMeta {
    minute += 1
    const isPart = typeof who === 'string'
    const actor = isPart ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${minute}`)
    return {
      actor,
      session: isPart ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(),
      reason,
    }
  }
  const done = ({ type }: { readonly type: string }, { accepted }: { readonly accepted: boolean }): void => {
    if (!accepted) throw new Error(`${type} at ${minute} was refused`)
  }

  return {
    onAccount: async (account: string, who: Who, command: AccountCommand, reason: CommandMeta['reason'] = null) =>
      done(command, await accounts.execute(idOf(account), command, metaOf(who, command, reason))),
    onSessions: async (account: string, who: Who, command: SessionCommand) =>
      done(command, await sessions.execute(idOf(account), command, metaOf(who, command))),
    pass: (minutes: number): void => {
      minute += minutes
    },
  }
}
