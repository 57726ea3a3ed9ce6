// Checkpoints that contradict each other, kept as files: whoever has both can show that they were signed.
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolder } from '#services/platform/folders.ts'

/** The files, each named by what is in it; or why they could not be written. */
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
