// The checkpoint that was signed last, kept beside the key: a database can be restored to an older state or replaced,
// but what was signed cannot be taken back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, replaceFile } from '#services/platform/durable-files.ts'

export type KeptCheckpoint = {
  /** The note; null if this key has signed nothing from here. Throws if it cannot be read. */
  read(): string | null
  /** On disk on return. Throws if that fails. */
  write(note: string): void
}

/** One file per key and log name. */
export function keptIn(folder: string, verifierKey: string): KeptCheckpoint {
  const [, id] = verifierKey.split('+')
  const path = join(folder, `log-signed-${id}.txt`)
  return {
    read() {
      try {
        return readFileSync(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    write(note) {
      makeFolder(folder)
      replaceFile(path, note)
    },
  }
}
