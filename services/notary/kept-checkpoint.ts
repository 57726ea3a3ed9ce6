// The checkpoint that was signed last, kept beside the key: a database can be brought back to an older state or exchanged, what was
// signed cannot be taken back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, replaceFile } from '#services/platform/durable-files.ts'

export type KeptCheckpoint = {
  /** The note; null where this key has signed nothing from here. Throws where it cannot be read. */
  read(): string | null
  /** On disk when it returns. Throws where it cannot be. */
  write(note: string): void
}

/** One file for each key and name of a log. */
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
