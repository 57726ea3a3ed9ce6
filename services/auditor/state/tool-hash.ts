// Identifies the version of the tool: another one may keep other state under the same names, and judge events by other
// rules.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** The tool's sources, the schemas of the events, and the versions of its dependencies. */
const FILES = ['services/auditor/**/*.{ts,js}', 'domain/schemas/*.json', 'package.json']

/** SHA-256 in hex, over the files and the version of V8, which writes kept state in a format of its own. */
export function toolHash(): string {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const file of globSync(FILES, { cwd: ROOT }).toSorted()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}
