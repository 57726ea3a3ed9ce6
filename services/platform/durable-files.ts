// Files that survive a sudden stop of the machine. A file's bytes are on disk before it has its name, and its folder is
// synced before anybody goes on: a name that is only in memory is lost, and the file with it.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ensureFolder } from './folders.ts'

/** Errors of file systems that do not sync folders. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])
/** Errors of file systems without hard links. */
const NO_SECOND_NAME: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS'])

/** Syncs the bytes of a file, or the names in a folder; on disk when it returns. */
export function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    if (!UNKNOWN.has((error as NodeJS.ErrnoException).code)) throw error
  } finally {
    closeSync(file)
  }
}

/** Renames a synced file, replacing any other of that name; on disk when it returns. */
export function rename(from: string, to: string): void {
  renameSync(from, to)
  sync(dirname(to))
}

type FileOptions = { readonly mode?: number }

/** After a crash the file is complete, or as it was before. On disk when it returns. */
export function replaceFile(path: string, text: string, options: FileOptions = {}): void {
  rename(draftOf(path, text, options), path)
}

/**
 * After a crash the file is complete or absent. On disk when it returns. Throws if the file exists, and leaves it
 * alone.
 */
export function createFile(path: string, text: string, options: FileOptions = {}): void {
  const draft = draftOf(path, text, options)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!NO_SECOND_NAME.has((error as NodeJS.ErrnoException).code) || existsSync(path)) throw error
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  sync(dirname(path))
}

/** Its bytes are on disk when it returns. */
function draftOf(path: string, text: string, { mode }: FileOptions): string {
  const draft = `${path}.next`
  writeFileSync(draft, text, { flush: true, mode })
  // a draft that was left over keeps its old mode
  if (mode !== undefined) chmodSync(draft, mode)
  return draft
}

/** Makes a folder and its parents if they are missing. On disk when it returns. */
export function makeFolder(path: string): void {
  const first = ensureFolder(path)
  if (first === null) return
  const above = dirname(resolve(first))
  for (let made = resolve(path); made !== above && made !== dirname(made); made = dirname(made)) sync(dirname(made))
}
