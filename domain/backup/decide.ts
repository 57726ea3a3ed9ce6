// Every command on the stream of restores. Only the product gives them, so a wrong one is a fault of ours and throws
// instead of being refused.
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import type { BackupCommand } from './commands.ts'
import type { BackupEvent } from './events.ts'
import type { BackupState } from './state.ts'

/**
 * Throws if the actor is not the product, if there is no reason, or if the backup does not contain the last restore.
 */
export function decideBackups(
  { type: _, ...restored }: BackupCommand,
  { actor, reason }: CommandMeta,
  { restores }: BackupState,
): Decision<BackupEvent> {
  if (actor.role !== 'system') throw new Error(`a restore is recorded by the product, not by ${actor.role}`)
  if ((reason?.text ?? null) === null) throw new Error('a restore has a reason')
  const last = restores.at(-1)
  // a later restore is of a log that contains this one
  if (last !== undefined && restored.events <= last.events)
    throw new Error(`a backup of ${restored.events} events cannot follow on one of ${last.events} in one log`)
  return accept({ type: 'BackupRestored', schema: 1, data: restored })
}
