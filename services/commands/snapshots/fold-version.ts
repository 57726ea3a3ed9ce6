// Identifies the code that folds events into states. Any change of the domain's sources changes it, so nobody can
// forget to raise a number.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOMAIN = join(import.meta.dirname, '../../../domain')

/**
 * SHA-256, in hex, over the sources of the domain and the version of V8, which serialises the states. Takes some
 * milliseconds. Comments count as well: only a parser tells them from code for sure, each start would wait half a
 * second for one, and what a changed comment costs is that each long stream is read once from its first event.
 */
export function foldVersion(folder = DOMAIN): string {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const sources = files.toSorted().map((file) => [file, readFileSync(join(folder, file), 'utf8')])
  return hash('sha256', JSON.stringify([process.versions.v8, sources]))
}
