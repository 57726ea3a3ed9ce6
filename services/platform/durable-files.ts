// Files that are still there when the machine stops. A file's bytes are on disk before it has its name, and so is the folder that has
// the name before anybody goes on: a name that is only in memory is lost, and with it the file.
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

/** Of file systems that do not sync folders. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])
/** Of file systems on which a file has one name. */
const NO_SECOND_NAME: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS'])

/** The bytes of a file, or the names in a folder: on disk when it returns. */
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

/** Gives what is on disk another name, in place of what has it. On disk when it returns. */
export function rename(from: string, to: string): void {
  renameSync(from, to)
  sync(dirname(to))
}

type FileOptions = { readonly mode?: number }

/** There whole, or as it was before. On disk when it returns. */
export function replaceFile(path: string, text: string, options: FileOptions = {}): void {
  rename(draftOf(path, text, options), path)
}

/** There whole, or not at all. On disk when it returns. Throws, and leaves alone what is there, where there is such a file. */
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
  // one that was left is not made anew
  if (mode !== undefined) chmodSync(draft, mode)
  return draft
}

/** With those above it, unless they are there. On disk when it returns. */
export function makeFolder(path: string): void {
  const first = ensureFolder(path)
  if (first === null) return
  const above = dirname(resolve(first))
  for (let made = resolve(path); made !== above && made !== dirname(made); made = dirname(made)) sync(dirname(made))
}
