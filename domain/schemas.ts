// The published shape of every event: one JSON schema per type and version, written to files so that a stored shape
// never changes by accident, and so that others (the auditor) can read events without this code.
//   node domain/schemas.ts    writes what is new; a published file that would change is an error: add a version.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { eventSchemas } from './events.ts'
import { Meta } from './meta.ts'

const SCHEMAS_DIR = new URL('./schemas/', import.meta.url)

const render = (schema: z.ZodType): string => `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`

/** Every schema by file name: 'BetPlaced.1.json', and 'meta.1.json' for the metadata that each event carries. */
export function publishedSchemas(): Map<string, string> {
  const files = new Map([['meta.1.json', render(Meta)]])
  for (const [type, versions] of Object.entries(eventSchemas)) {
    for (const [version, schema] of Object.entries(versions)) files.set(`${type}.${version}.json`, render(schema))
  }
  return files
}

/** The file's text as it was published; null where it is new. */
export function publishedFile(name: string): string | null {
  const file = new URL(name, SCHEMAS_DIR)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function write(): number {
  let changed = 0
  for (const [name, text] of publishedSchemas()) {
    const before = publishedFile(name)
    if (before === null) writeFileSync(new URL(name, SCHEMAS_DIR), text)
    else if (before !== text) {
      changed += 1
      console.error(`${fileURLToPath(new URL(name, SCHEMAS_DIR))}: published versions do not change, add a version`)
    }
  }
  return changed
}

if (import.meta.main) process.exitCode = write() === 0 ? 0 : 1
