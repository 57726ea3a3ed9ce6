// The command on the stream of restores.
import type { BackupRestored } from './events.ts'

/** Fields as in BackupRestored. */
export type RecordRestore = { readonly type: 'RecordRestore' } & Readonly<BackupRestored>

export type BackupCommand = RecordRestore
