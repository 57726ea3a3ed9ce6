// Records events on an account's stream of sessions.
import type { CommandMeta } from '#domain/meta.ts'
import type { SessionCommand } from '#domain/session/commands.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { Commands } from '#services/commands/commands.ts'

export const BY_PRODUCT = { id: 'sign-in', role: 'system' } as const

export type RecordingDeps = { readonly recorder: Commands['sessions']; readonly businessNow: () => Date }

/** The returned function throws if the command is refused, and as the recorder does. */
export const executorOf =
  ({ recorder, businessNow }: RecordingDeps) =>
  async (
    account: string,
    command: SessionCommand,
    id: string,
    by: Pick<CommandMeta, 'actor' | 'session'>,
  ): Promise<void> => {
    const meta = { ...by, command: { id, hash: hashCommand(command) }, correlation: id, causation: null, reason: null }
    const outcome = await recorder.execute(account, command, { ...meta, at: businessNow().toISOString() })
    if (!outcome.accepted) throw new Error(`${command.type} of ${account}: ${outcome.refusal.code}`)
  }
