// The published schemas of events, which are the only thing that the auditor takes from domain/.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventType, STREAM_OF } from './body.ts'
import { integerPattern } from './integer-pattern.ts'
import type { JsonSchema } from './json-schema.ts'
import { membersPattern, patternOf, quoted } from './pattern.ts'
import { withRealTimes } from './times/real-times.ts'
import { metaVersion, newestVersion } from './upcast.ts'

const FOLDER = join(import.meta.dirname, '../../../domain/schemas')
const HEX = '[0-9a-f]'
const HEX32 = HEX.repeat(32)

export type EventSchema = {
  readonly type: EventType
  readonly schema: number
  /** Matches the canonical bodies of this type and schema version whose times exist, and nothing else. */
  readonly pattern: RegExp
  readonly data: JsonSchema
  readonly meta: JsonSchema
}

/** By type, the newest schema version first. */
export type EventSchemas = ReadonlyMap<string, readonly EventSchema[]>

/**
 * Reads the files `<Type>.<version>.json`, and `meta.<version>.json` for the metadata. Types and versions that the
 * auditor does not fold are left out, since it cannot check such events.
 */
export function readSchemas(folder: string = FOLDER): EventSchemas {
  const known = read.get(folder)
  if (known !== undefined) return known
  const schemas = new Map<string, JsonSchema>()
  for (const file of readdirSync(folder)) {
    const name = /^(\w+\.\d+)\.json$/.exec(file)?.[1]
    if (name) schemas.set(name, JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonSchema)
  }
  const published = new Map<string, EventSchema[]>()
  for (const [name, data] of schemas) {
    const [type = '', version] = name.split('.')
    const schema = Number(version)
    if (!isKnown(type) || schema > newestVersion(type)) continue
    const meta = schemas.get(`meta.${metaVersion(type, schema)}`)
    if (!meta) throw new Error(`${folder} holds no meta.${metaVersion(type, schema)}.json`)
    const versions = [...(published.get(type) ?? []), formOf(type, schema, data, meta)]
    published.set(
      type,
      versions.toSorted((a, b) => b.schema - a.schema),
    )
  }
  read.set(folder, published)
  return published
}

/** Schemas by folder. They are part of the program and do not change while it runs. */
const read = new Map<string, EventSchemas>()

const isKnown = (type: string): type is EventType => Object.hasOwn(STREAM_OF, type)

function formOf(type: EventType, schema: number, data: JsonSchema, meta: JsonSchema): EventSchema {
  const kind = STREAM_OF[type]
  const body = membersPattern([
    ['data', patternOf(data)],
    ['log', `"${HEX32}"`],
    ['meta', patternOf(meta)],
    ['prev', `(?:null|"${HEX.repeat(64)}")`],
    ['schema', String(schema)],
    ['stream', kind === 'ledger' ? '"ledger"' : `"(?:${kind.replace(' or ', '|')})-${HEX32}"`],
    ['type', quoted(JSON.stringify(type))],
    ['version', integerPattern(0, 2_147_483_647)],
  ])
  return { type, schema, pattern: new RegExp(`^${withRealTimes(body)}$`), data, meta }
}
