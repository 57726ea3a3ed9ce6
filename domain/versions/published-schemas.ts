// The published shape of every event: one JSON schema per type and version, so that a stored shape never changes by
// accident, and others (such as the auditor) can read events without this code. The files are in domain/schemas/,
// written by services/schemas/main.ts.
import { z } from 'zod'
import { eventSchemas } from '../events.ts'
import { Meta1, Meta2 } from '../meta.ts'

const render = (schema: z.ZodType): string => `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`

/** Every schema by file name: 'BetPlaced.1.json', and 'meta.1.json' for the metadata that each event carries. */
export function publishedSchemas(): Map<string, string> {
  const files = new Map([
    ['meta.1.json', render(Meta1)],
    ['meta.2.json', render(Meta2)],
  ])
  for (const [type, versions] of Object.entries(eventSchemas)) {
    for (const [version, schema] of Object.entries(versions)) files.set(`${type}.${version}.json`, render(schema))
  }
  return files
}
