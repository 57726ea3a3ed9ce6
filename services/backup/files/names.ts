// Names of backups in their folder: by their log and when they were taken. Incomplete ones have other names.
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolder } from '#services/platform/folders.ts'
import { ofFiles } from '../errors.ts'

/** `takenAt`: system time. */
export type NamedBackup = { readonly path: string; readonly takenAt: Date }

const LOG_CHARACTERS = 8
const PARTIAL = '.partial-'

const prefixOf = (logId: string): string => `fairbook-${logId.slice(0, LOG_CHARACTERS)}-`

/** 'fairbook-0a1b2c3d-20261123T221700123Z'. */
export const nameOf = (logId: string, takenAt: Date): string =>
  `${prefixOf(logId)}${takenAt.toISOString().replace(/[-:.]/g, '')}`

/** The name while a backup is incomplete, before it is finished or while it is removed. */
export const partialNameOf = (name: string): string => `${PARTIAL}${name}`

/** Makes the folder, for its owner only. Throws BackupError if it cannot be made. */
export function makeFolder(folder: string): void {
  try {
    ensureFolder(folder, { mode: 0o700 })
  } catch (error) {
    throw ofFiles(error)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw ofFiles(error)
  }
}

/**
 * The backups of this log, newest first. Ignores everything else in the folder. Throws BackupError if it cannot be
 * read.
 */
export function backupsIn(folder: string, logId: string): NamedBackup[] {
  const prefix = prefixOf(logId)
  return namesIn(folder)
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, ms] =
        /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(name) ?? []
      if (!name.startsWith(prefix) || ms === undefined) return []
      const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
      return [{ path: join(folder, name), takenAt }]
    })
    .sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime())
}

/**
 * Removes what other runs for this log left half made or half removed; nobody else may be working in the folder. Throws
 * BackupError if that fails.
 */
export function removeLeftovers(folder: string, logId: string): void {
  const prefix = `${PARTIAL}${prefixOf(logId)}`
  const left = namesIn(folder).filter((name) => name.startsWith(prefix))
  try {
    for (const name of left) rmSync(join(folder, name), { recursive: true, force: true })
  } catch (error) {
    throw ofFiles(error)
  }
}

/** Removes a backup, without ever leaving part of one under the name of a complete one. */
export function removeBackup(folder: string, path: string): void {
  const leaving = join(folder, partialNameOf(path.slice(folder.length + 1)))
  renameSync(path, leaving)
  rmSync(leaving, { recursive: true, force: true })
}
