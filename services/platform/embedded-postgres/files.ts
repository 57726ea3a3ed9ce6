// Small file operations of the data folder.
import { chmod, rename, stat, writeFile } from 'node:fs/promises'

/** Replaces a file in one step; only its owner may read it. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** In bytes; 0 if there is no such file. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  )

export const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
