// The restores of a log so far, and their fold.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { BackupEvent, BackupRestored } from './events.ts'

export type RecordedBackupEvent = Recorded<BackupEvent>

export type BackupState = CommandMemory & {
  /** Oldest first. */
  restores: readonly BackupRestored[]
}

export const initialBackups = (): BackupState => ({ restores: [], ...emptyCommandMemory() })

/** Rough size of the state in bytes. */
export const backupBytes = (state: BackupState): number => 500 + 2_000 * state.restores.length

/** Folds one event of the stream of restores. Throws on a type that it does not know. */
export function evolveBackups(state: BackupState, event: RecordedBackupEvent): void {
  if (event.type !== 'BackupRestored') throw new Error(`unknown event of backups: ${event.type satisfies never}`)
  state.restores = [...state.restores, event.data]
  rememberCommand(state, event, 0)
}
