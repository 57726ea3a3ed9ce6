// Saves checkpoints that contradict each other as files: somebody who has both can prove that both were signed.
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolder } from '#services/platform/folders.ts'

/** Returns the files, each named after its contents, or why they could not be written. */
export function keepNotes(
  folder: string,
  notes: readonly string[],
): { readonly files: readonly string[] } | { readonly why: string } {
  try {
    ensureFolder(folder, { mode: 0o700 })
    const files = notes.map((note) => {
      const [, size] = note.split('\n', 2)
      const file = join(folder, `checkpoint-${size}-${hash('sha256', note, 'hex').slice(0, 16)}.txt`)
      writeFileSync(file, note, { mode: 0o600, flush: true })
      return file
    })
    return { files }
  } catch (error) {
    return { why: (error as Error).message }
  }
}
