// Files that are still there when the machine stops. A file's bytes are on disk before it has its name, and so is the folder that has
// the name before anybody goes on: a name that is only in memory is lost, and with it the file.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Of file systems that do not sync folders. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])

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

/** There whole, or as it was before. On disk when it returns. */
export function replaceFile(path: string, text: string, { mode }: { readonly mode?: number } = {}): void {
  const next = `${path}.next`
  writeFileSync(next, text, { flush: true, mode })
  // one that was left is not made anew
  if (mode !== undefined) chmodSync(next, mode)
  rename(next, path)
}

/** With those above it, unless they are there. On disk when it returns. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  if (first === undefined) return
  const above = dirname(resolve(first))
  for (let made = resolve(path); made !== above && made !== dirname(made); made = dirname(made)) sync(dirname(made))
}
