// The manifest of a backup: its log, how far it reaches, the migrations its tables are made by, its parts, and who
// signed it.
import { z } from 'zod'
import { VERIFIER_KEY } from '#services/transparency/signed-note.ts'
import { BackupError } from './errors.ts'

export const MANIFEST = 'manifest.json'
export const SCHEMA = 'fairbook-backup/3'
/** Still read, but no longer written: only the manifest is signed. */
export const SECOND_SCHEMA = 'fairbook-backup/2'
/** Still read, but no longer written: not signed, and the content of a small table could be guessed from its digest. */
export const FIRST_SCHEMA = 'fairbook-backup/1'

const Count = z.int().nonnegative()
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Time = z.iso.datetime()
/** Schemas of the product: a table of any other would be written with its owner's rights. */
const SchemaName = z.enum(['app', 'log'])
const Name = z.string().regex(/^[a-z][a-z0-9_]*$/)
/** A file name, never a path. */
const FileName = z.string().regex(/^[a-z0-9_.]+\.age$/)
const Table = z.strictObject({ schema: SchemaName, name: Name, columns: z.array(Name).min(1), rows: Count })

/** Over plain bytes that nobody can guess. */
const Digested = { bytes: Count, sha256: Digest }
/** Over the plain bytes: HMAC-SHA-256 with a key that is in the part with the keys. */
const Keyed = { bytes: Count, hmac: Digest }

/** Contains the key of the other digests. */
const KeysPart = z.strictObject({ name: FileName, table: z.null(), ...Digested })
const TablePart = z.strictObject({ name: FileName, table: Table, ...Keyed })
const FirstTablePart = z.strictObject({ name: FileName, table: Table, ...Digested })

const COMMON = {
  /** In system time. Everything committed by then is in the backup. */
  takenAt: Time,
  log: z.strictObject({
    id: z.string(),
    /**
     * If it was not in Postgres. Its rows then have the positions that Postgres would give, which nothing else in the
     * backup refers to.
     */
    store: z.literal('eventstoredb').optional(),
    events: Count,
    /** The last event in it. `recordedAt` is system time, `at` business time. */
    last: z.strictObject({ position: z.string(), hash: Digest, recordedAt: Time, at: Time }),
  }),
  /** How many events were signed; null if none. */
  signed: Count.nullable(),
  migrations: z.array(z.string()),
  /** By read model, the hash of its definition: if this version's differs, its rows are rebuilt. */
  readModels: z.record(z.string(), z.string()),
  sequences: z.array(z.strictObject({ schema: SchemaName, name: Name, last: z.string().regex(/^\d+$/) })),
}

const SIGNED = {
  /** The verifier key of the log that signed the backup; null if the key was left out, or the log was never signed. */
  signer: z.string().regex(VERIFIER_KEY).nullable(),
  ...COMMON,
  /** Tables come after those that they refer to. */
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

/** Throws BackupError if this version cannot read it. */
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
