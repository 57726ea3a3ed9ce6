// What can be wrong with a backup, by codes that do not change.
import { lineOf } from '#services/platform/errors.ts'
import { ToolError } from '#services/platform/process/tool.ts'

export type BackupErrorCode =
  /** A setting or an argument is missing, or none that there is. */
  | 'backup_settings'
  /** Postgres or EventStoreDB does not answer. */
  | 'backup_server'
  /** Another backup of this product is being taken. */
  | 'backup_under_way'
  /** The log is not the one that the rows of the database know, or is behind them. */
  | 'backup_log'
  /** The log's signing key is not where the settings say, or is another. */
  | 'backup_log_key'
  | 'backup_disk_full'
  /** A file or folder cannot be read or written. */
  | 'backup_file'
  /** The folder is no backup, or not a whole one. */
  | 'backup_incomplete'
  /** A file is not what it was, or shorter. */
  | 'backup_altered'
  /** It is not signed as its manifest says, or not by a key that was given. */
  | 'backup_signature'
  /** The identity opens none of it, or is none; or who can write there changed what it would open. */
  | 'backup_wrong_key'
  /** Made by a version of the product that is newer. */
  | 'backup_version'
  /** The database or the data folder holds something else. */
  | 'restore_not_empty'
  /** What was restored is not what was left behind. */
  | 'restore_different'

export class BackupError extends ToolError<BackupErrorCode> {
  override readonly name = 'BackupError'
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Of a file that is open: the system names no path, as it names none for a connection. */
const OPEN_FILE: ReadonlySet<unknown> = new Set(['EISDIR', 'EIO'])

/** Of a full disk, or a file or folder that the system refuses; any other error, such as a connection's, as it is. `at`: the file. */
export function ofFiles(error: unknown, at?: string): unknown {
  const { path, code } = (error ?? {}) as NodeJS.ErrnoException
  if (FULL.has(code)) return new BackupError('backup_disk_full', `the disk is full: ${lineOf(error)}`, { cause: error })
  if (path === undefined && !OPEN_FILE.has(code)) return error
  const where = path === undefined && at !== undefined ? `${at}: ` : ''
  return new BackupError('backup_file', `${where}${lineOf(error)}`, { cause: error })
}
