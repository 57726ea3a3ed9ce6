import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

type FolderOptions = { readonly mode?: number }

/**
 * A folder with those above it, unless they are there. The topmost that was made, null where it was there. Throws why it cannot be.
 * In place of mkdir's `recursive`, which never returns below a folder in which the system lets nothing be made, as /proc.
 */
export function ensureFolder(path: string, options: FolderOptions = {}): string | null {
  try {
    return make(path, options)
  } catch (error) {
    const above = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error
    const topmost = ensureFolder(above, options)
    const made = make(path, options)
    return topmost ?? made
  }
}

/** Null where it was there. */
function make(path: string, options: FolderOptions): string | null {
  try {
    mkdirSync(path, options)
    return path
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return null
    throw error
  }
}
