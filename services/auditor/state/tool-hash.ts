// Which tool it is: another one may hold other state under the same names, and judge events by other rules.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** Its sources, the schemas that it judges by, and the versions of what it uses. */
const FILES = ['services/auditor/**/*.{ts,js}', 'domain/schemas/*.json', 'package.json']

/** SHA-256, in hex. State is written in the form of one version of V8. */
export function toolHash(): string {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const file of globSync(FILES, { cwd: ROOT }).toSorted()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}
