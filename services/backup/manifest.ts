// What a backup says of itself: of which log, how far it reaches, by which migrations its tables are, of which parts it is made and
// who signed that.
import { z } from 'zod'
import { BackupError } from './errors.ts'

export const MANIFEST = 'manifest.json'
export const SCHEMA = 'fairbook-backup/3'
/** Read, and not written any more: only the manifest is signed. */
export const SECOND_SCHEMA = 'fairbook-backup/2'
/** Read, and not written any more: signed by nobody, and a small table could be guessed from its digest. */
export const FIRST_SCHEMA = 'fairbook-backup/1'

const Count = z.int().nonnegative()
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Time = z.iso.datetime()
/** Of the product: a table of another one would be written to with the rights of its owner. */
const SchemaName = z.enum(['app', 'log'])
const Name = z.string().regex(/^[a-z][a-z0-9_]*$/)
/** Of a file, never a path. */
const FileName = z.string().regex(/^[a-z0-9_.]+\.age$/)
const Table = z.strictObject({ schema: SchemaName, name: Name, columns: z.array(Name).min(1), rows: Count })

/** Of the plain bytes: of what nobody can guess. */
const Digested = { bytes: Count, sha256: Digest }
/** Of the plain bytes, by HMAC-SHA-256 with a key that is in the part of the keys. */
const Keyed = { bytes: Count, hmac: Digest }

/** The key of the other digests is in it. */
const KeysPart = z.strictObject({ name: FileName, table: z.null(), ...Digested })
const TablePart = z.strictObject({ name: FileName, table: Table, ...Keyed })
const FirstTablePart = z.strictObject({ name: FileName, table: Table, ...Digested })

const COMMON = {
  /** In system time: what was committed by then is in it. */
  takenAt: Time,
  log: z.strictObject({
    id: z.string(),
    /** Where it was not in Postgres. Its rows have the places that Postgres gives, which nothing else in the backup knows. */
    store: z.literal('eventstoredb').optional(),
    events: Count,
    /** The last event in it. `recordedAt` is system time, `at` business time. */
    last: z.strictObject({ position: z.string(), hash: Digest, recordedAt: Time, at: Time }),
  }),
  /** How many events were signed; null where none were. */
  signed: Count.nullable(),
  migrations: z.array(z.string()),
  /** By read model: rows of another definition are built anew. */
  readModels: z.record(z.string(), z.string()),
  sequences: z.array(z.strictObject({ schema: SchemaName, name: Name, last: z.string().regex(/^\d+$/) })),
}

const SIGNED = {
  /** The verifier key of the log that signed it; null where the key was left out, or the log was never signed. */
  signer: z
    .string()
    .regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/)
    .nullable(),
  ...COMMON,
  /** Tables that others refer to come first. */
  parts: z.array(z.union([KeysPart, TablePart])).min(1),
}
const Third = z.strictObject({ schema: z.literal(SCHEMA), ...SIGNED })
const Second = z.strictObject({ schema: z.literal(SECOND_SCHEMA), ...SIGNED })
const First = z.strictObject({
  schema: z.literal(FIRST_SCHEMA),
  ...COMMON,
  parts: z.array(z.union([KeysPart, FirstTablePart])).min(1),
})
const SCHEMAS = { [SCHEMA]: Third, [SECOND_SCHEMA]: Second, [FIRST_SCHEMA]: First }

export type NewManifest = z.infer<typeof Third>
export type Manifest = NewManifest | z.infer<typeof Second> | z.infer<typeof First>
export type Part = Manifest['parts'][number]
export type PartTable = z.infer<typeof Table>

export const signerOf = (manifest: Manifest): string | null => ('signer' in manifest ? manifest.signer : null)

export const textOfManifest = (manifest: NewManifest): string => `${JSON.stringify(Third.parse(manifest), null, 2)}\n`

/** Throws BackupError where it is none that this version reads. */
export function readManifest(text: string): Manifest {
  const value = parsed(text)
  const { schema } = value
  if (schema !== SCHEMA && schema !== SECOND_SCHEMA && schema !== FIRST_SCHEMA)
    throw new BackupError('backup_version', `${MANIFEST} is of schema ${JSON.stringify(schema)}, not ${SCHEMA}`)
  const read = SCHEMAS[schema].safeParse(value)
  if (read.success) return read.data
  throw new BackupError('backup_altered', `${MANIFEST}: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`)
}

function parsed(text: string): { readonly schema?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { schema?: unknown }
  } catch (error) {
    throw new BackupError('backup_altered', `${MANIFEST} is no JSON: ${(error as Error).message}`)
  }
}
