// Every command on the stream of restores. Nobody but the product gives them, so what is wrong with one is a fault, not a refusal.
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import type { BackupCommand } from './commands.ts'
import type { BackupEvent } from './events.ts'
import type { BackupState } from './state.ts'

/** Throws where it is not the product that says so, where nobody said why, or where the log has gone on since. */
export function decideBackups(
  { type: _, ...restored }: BackupCommand,
  { actor, reason }: CommandMeta,
  { restores }: BackupState,
): Decision<BackupEvent> {
  if (actor.role !== 'system') throw new Error(`a restore is recorded by the product, not by ${actor.role}`)
  if ((reason?.text ?? null) === null) throw new Error('a restore has a reason')
  const last = restores.at(-1)
  // the log of each has the one before
  if (last !== undefined && restored.events <= last.events)
    throw new Error(`a backup of ${restored.events} events cannot follow on one of ${last.events} in one log`)
  return accept({ type: 'BackupRestored', schema: 1, data: restored })
}
