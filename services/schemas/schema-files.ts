// The published schemas as files of domain/schemas/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publishedSchemas } from '#domain/versions/published-schemas.ts'

export const SCHEMAS_DIR = new URL('../../domain/schemas/', import.meta.url)

/** The file's text as it was published; null if it is new. */
export function publishedFile(name: string): string | null {
  const file = new URL(name, SCHEMAS_DIR)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/**
 * Writes the schemas that have no file yet. Returns the paths of published files that would change; they are left
 * alone.
 */
export function writeNewSchemas(): string[] {
  const changed: string[] = []
  for (const [name, text] of publishedSchemas()) {
    const published = publishedFile(name)
    if (published === null) writeFileSync(new URL(name, SCHEMAS_DIR), text)
    else if (published !== text) changed.push(fileURLToPath(new URL(name, SCHEMAS_DIR)))
  }
  return changed
}
