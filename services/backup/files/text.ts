import { readFileSync } from 'node:fs'
import { ofFiles } from '../errors.ts'

/** Throws BackupError if the file cannot be read. */
export function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw ofFiles(error, path)
  }
}
