// The manifest of an export: which log and range, how many events with which root, which signed checkpoint, and which
// files.
import { z } from 'zod'
import type { SignedRows } from '../tree/tree-rows.ts'

export const MANIFEST = 'manifest.json'
export const MANIFEST_NOTE = 'manifest.note'
export const FORMATS = ['jsonl', 'csv', 'parquet', 'beancount'] as const
export type FormatName = (typeof FORMATS)[number]

const Count = z.int().nonnegative()
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const LogEnd = z.strictObject({ number: Count, hash: Digest })
const Column = z.strictObject({ name: z.string(), type: z.enum(['integer', 'text', 'time', 'json']), says: z.string() })

const Manifest = z.strictObject({
  schema: z.literal('fairbook-export/1'),
  tool: z.string(),
  format: z.enum(FORMATS),
  /** The log's id; null if not even the first event could be read. */
  log: z.string().nullable(),
  /** First and last event in the export; null if there is none. */
  range: z.strictObject({ first: LogEnd, last: LogEnd }).nullable(),
  counts: z.strictObject({ events: Count, postings: Count }),
  /** The tree over the log from its first event to the last of the range. */
  tree: z.strictObject({ size: Count, root: z.string() }),
  /** The newest checkpoint over no more than these events; null if there is none. */
  checkpoint: z.strictObject({ size: Count, note: z.string() }).nullable(),
  /** The keys that have signed the log, as the ledger names them. For a proof, they have to be known from elsewhere. */
  keys: z.array(z.string()),
  files: z.array(
    z.strictObject({
      /** Never a path. */
      name: z.string().regex(/^[a-z]+\.[a-z]+$/),
      bytes: Count,
      sha256: Digest,
      rows: Count,
      columns: z.array(Column).optional(),
    }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type ManifestFile = Manifest['files'][number]

/** The only way to write a manifest: with its members in the order above. */
export const textOfManifest = (manifest: Manifest): string => `${JSON.stringify(Manifest.parse(manifest), null, 2)}\n`

/** Throws an Error that says why it is not a manifest of this version. */
export function readManifest(text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`it is no JSON: ${(error as Error).message}`)
  }
  const { schema } = (value ?? {}) as { schema?: unknown }
  if (schema !== 'fairbook-export/1')
    throw new Error(`it is of schema ${JSON.stringify(schema)}, not fairbook-export/1`)
  const read = Manifest.safeParse(value)
  if (!read.success) throw new Error(z.prettifyError(read.error).replaceAll('\n', ' '))
  return read.data
}

/** The signed checkpoint and keys that a manifest states, in the form that a database has them. */
export const signedIn = ({ checkpoint, keys }: Manifest): SignedRows => ({
  checkpoints: checkpoint === null ? [] : [checkpoint],
  keys: keys.map((verifierKey) => ({ verifierKey })),
})
