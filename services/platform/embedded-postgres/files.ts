// Questions about files of the data folder, and about the output of commands.
import { stat } from 'node:fs/promises'

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
