// What a backup says of itself: of which log, how far it reaches, by which migrations its tables are, and of which parts it is made.
import { z } from 'zod'
import { BackupError } from './errors.ts'

export const MANIFEST = 'manifest.json'
export const SCHEMA = 'fairbook-backup/1'

const Count = z.int().nonnegative()
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Time = z.iso.datetime()
const Name = z.string().regex(/^[a-z][a-z0-9_]*$/)

/** Of its plain bytes. */
const Seal = z.strictObject({ bytes: Count, sha256: Digest })

const Part = z.strictObject({
  /** Of the file, never a path. */
  name: z.string().regex(/^[a-z0-9_.]+\.age$/),
  /** Null for the keys. Tables that others refer to come first. */
  table: z.strictObject({ schema: Name, name: Name, columns: z.array(Name).min(1), rows: Count }).nullable(),
  ...Seal.shape,
})

const Manifest = z.strictObject({
  schema: z.literal(SCHEMA),
  /** In system time: what was committed by then is in it. */
  takenAt: Time,
  log: z.strictObject({
    id: z.string(),
    events: Count,
    /** The last event in it. `recordedAt` is system time, `at` business time. */
    last: z.strictObject({ position: z.string(), hash: Digest, recordedAt: Time, at: Time }),
  }),
  /** How many events were signed; null where none were. */
  signed: Count.nullable(),
  migrations: z.array(z.string()),
  /** By read model: rows of another definition are built anew. */
  readModels: z.record(z.string(), z.string()),
  sequences: z.array(z.strictObject({ schema: Name, name: Name, last: z.string().regex(/^\d+$/) })),
  parts: z.array(Part).min(1),
})
export type Manifest = z.infer<typeof Manifest>
export type Part = z.infer<typeof Part>
export type Seal = z.infer<typeof Seal>
export type PartTable = NonNullable<Part['table']>

export const textOfManifest = (manifest: Manifest): string => `${JSON.stringify(Manifest.parse(manifest), null, 2)}\n`

/** Throws BackupError where it is none of this version. */
export function readManifest(text: string): Manifest {
  const { schema, ...rest } = parsed(text)
  if (schema !== SCHEMA)
    throw new BackupError('backup_version', `${MANIFEST} is of schema ${JSON.stringify(schema)}, not ${SCHEMA}`)
  const read = Manifest.safeParse({ schema, ...rest })
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
