// The restores of a log as an aggregate; a log has one.
import type { Aggregate } from '../aggregate.ts'
import type { BackupCommand } from './commands.ts'
import { decideBackups } from './decide.ts'
import { type BackupEvent, backupStream } from './events.ts'
import { type BackupState, backupBytes, evolveBackups, initialBackups } from './state.ts'

export const backupAggregate: Aggregate<BackupState, BackupCommand, BackupEvent> = {
  stream: backupStream,
  initial: initialBackups,
  evolve: evolveBackups,
  decide: decideBackups,
  balanceCents: () => 0,
  bytes: backupBytes,
}
