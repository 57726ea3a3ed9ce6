// The settings of a backup.
import { resolve } from 'node:path'
import type { Config } from '#services/platform/config.ts'
import { type Recipient, readRecipient } from './age/keys.ts'
import { BackupError } from './errors.ts'
import type { Retention } from './files/retention.ts'

export type BackupSettings = {
  readonly folder: string
  readonly recipients: readonly Recipient[]
  readonly retention: Retention
}

/** Throws BackupError, which names the setting. */
export function backupSettings(config: Config): BackupSettings {
  const { BACKUP_DIR, BACKUP_RECIPIENTS, BACKUP_KEEP: count, BACKUP_KEEP_DAYS: days } = config
  if (BACKUP_DIR === undefined) throw missing('BACKUP_DIR', 'a folder, best on another disk')
  if (BACKUP_RECIPIENTS === undefined)
    throw missing('BACKUP_RECIPIENTS', 'who can read a backup; npm run backup key FILE makes one')
  const recipients = BACKUP_RECIPIENTS.split(',').map((text) => readRecipient(text.trim()))
  return { folder: resolve(BACKUP_DIR), recipients, retention: { count, days } }
}

const missing = (name: string, what: string) => new BackupError('backup_settings', `${name} is not set: ${what}`)
