import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

type FolderOptions = { readonly mode?: number }

/**
 * Makes a folder and its parents if they are missing. Returns the topmost that was made, or null if the folder existed.
 * Throws the reason if it cannot be made. Used instead of mkdir's `recursive`, which never returns below a folder in
 * which the system lets nothing be made, such as /proc.
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

/** Null if it existed. */
function make(path: string, options: FolderOptions): string | null {
  try {
    mkdirSync(path, options)
    return path
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return null
    throw error
  }
}
