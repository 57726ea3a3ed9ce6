// What can be wrong with a backup. These codes never change.
import { lineOf } from '#services/platform/errors.ts'
import { ToolError } from '#services/platform/process/tool.ts'

export type BackupErrorCode =
  /** A setting or an argument is missing or unknown. */
  | 'backup_settings'
  /** Postgres or EventStoreDB does not answer. */
  | 'backup_server'
  /** Another backup of this product is being taken. */
  | 'backup_under_way'
  /** The log is not the one that the rows of the database know, or is behind them. */
  | 'backup_log'
  /** The log's signing key is not where the settings say, or is a different one. */
  | 'backup_log_key'
  | 'backup_disk_full'
  /** A file or folder cannot be read or written. */
  | 'backup_file'
  /** The folder is not a backup, or an incomplete one. */
  | 'backup_incomplete'
  /** A file was changed or truncated. */
  | 'backup_altered'
  /** It is not signed as its manifest says, or not by a key that was given. */
  | 'backup_signature'
  /** The identity opens none of it, or is malformed; or somebody with write access changed what it would open. */
  | 'backup_wrong_key'
  /** Made by a newer version of the product. */
  | 'backup_version'
  /** The database or the data folder holds something else. */
  | 'restore_not_empty'
  /** What was restored differs from what was backed up. */
  | 'restore_different'

export class BackupError extends ToolError<BackupErrorCode> {
  override readonly name = 'BackupError'
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Codes of errors on an open file: for these the system names no path, as for a connection. */
const OPEN_FILE: ReadonlySet<unknown> = new Set(['EISDIR', 'EIO'])

/**
 * Translates errors of a full disk, or of a file or folder that the system refuses; any other error, such as a
 * connection's, is returned as it is. `at`: the file.
 */
export function ofFiles(error: unknown, at?: string): unknown {
  const { path, code } = (error ?? {}) as NodeJS.ErrnoException
  if (FULL.has(code)) return new BackupError('backup_disk_full', `the disk is full: ${lineOf(error)}`, { cause: error })
  if (path === undefined && !OPEN_FILE.has(code)) return error
  const where = path === undefined && at !== undefined ? `${at}: ` : ''
  return new BackupError('backup_file', `${where}${lineOf(error)}`, { cause: error })
}
