// Which code made a state of events. Any change of the domain makes other states: no number that somebody forgets to raise.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOMAIN = join(import.meta.dirname, '../../../domain')

/** SHA-256 over the sources of the domain, and the version of what serialises. Read once, in some milliseconds. */
export function foldVersion(folder = DOMAIN): string {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const sources = files.toSorted().map((file) => [file, readFileSync(join(folder, file), 'utf8')])
  return hash('sha256', JSON.stringify([process.versions.v8, sources]))
}
