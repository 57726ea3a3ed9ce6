// Takes a backup: everything that the product keeps, as it was at one moment, while it goes on.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { lineOf } from '#services/platform/errors.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import type { Recipient } from '../age/keys.ts'
import { BackupError } from '../errors.ts'
import { backupsIn, makeFolder, type NamedBackup, nameOf, removeBackup, removeLeftovers } from '../files/names.ts'
import { NewBackup } from '../files/new-backup.ts'
import { beyond, type Retention } from '../files/retention.ts'
import { KEYS_PART, newDigestKey, textOfKeys } from '../keys-part.ts'
import { recordFailure, recordWhole } from '../last-backup.ts'
import { type LogKeyFiles, signerInForce } from '../log-key-files.ts'
import { MANIFEST, type NewManifest, SCHEMA, textOfManifest } from '../manifest.ts'
import { SIGNATURE, signManifest } from '../signature.ts'
import { type Facts, inSnapshot, type Snapshot } from './snapshot.ts'
import type { BackedUpTable } from './tables.ts'

export type TakeOptions = {
  /** The database, as the services use it. */
  readonly url: string
  /** Made if missing; others than ours may be in it. */
  readonly folder: string
  readonly recipients: readonly Recipient[]
  /** Read before the snapshot: then the log in it has all that they say was signed. */
  readonly readLogKey: () => LogKeyFiles
  /** The key stays out of the backup, and need not be among what `readLogKey` reads. */
  readonly withoutKey?: boolean
  readonly retention: Retention
  readonly progress?: (progress: TakeProgress) => void
  readonly signal?: AbortSignal
}
export type TakeProgress = { readonly part: string; readonly number: number; readonly of: number }
type Copied = {
  readonly path: string
  readonly manifest: NewManifest
  /** Of all its files. */
  readonly bytes: number
  /** Older ones that went. */
  readonly removed: readonly string[]
  /** Older ones that should have gone, each with why it did not, in a line. */
  readonly unremoved: readonly { readonly path: string; readonly why: string }[]
}
export type Taken = Copied & {
  /** Why the metrics do not know of it, in a line. */
  readonly unrecorded: string | null
}
type Part = NewManifest['parts'][number]

/** Throws BackupError where there is no new backup; then no old one went. */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { url, signal } = options
  const copied = await copyAll(options).catch(async (error: unknown) => {
    const code = error instanceof BackupError ? error.code : signal?.aborted ? 'interrupted' : 'failed'
    // the database may be what failed
    await recordFailure(url, code).catch(() => undefined)
    throw error
  })
  const { manifest, bytes } = copied
  const unrecorded = await recordWhole(url, manifest.takenAt, bytes).then(() => null, lineOf)
  return { ...copied, unrecorded }
}

async function copyAll(options: TakeOptions): Promise<Copied> {
  const { url, folder, recipients, readLogKey, withoutKey = false, retention } = options
  const files = readLogKey()
  return inSnapshot(url, async (snapshot) => {
    const { keyInForce, ...facts } = await snapshot.facts()
    const signer = keyInForce === null || withoutKey ? null : signerInForce(files, keyInForce)
    const takenAt = new Date(facts.takenAt)
    const { id } = facts.log
    makeFolder(folder)
    removeLeftovers(folder, id)
    const backup = new NewBackup(join(folder, nameOf(id, takenAt)), recipients)
    try {
      const keys = signer === null ? { ...files, key: null } : files
      const manifest = await write(backup, snapshot, facts, { keys, signer }, options)
      const old = beyond(backupsIn(folder, id), retention, takenAt)
      return { path: backup.path, manifest, bytes: backup.bytes, ...removeAll(folder, old) }
    } finally {
      backup.discard()
    }
  })
}

function removeAll(folder: string, old: readonly NamedBackup[]): Pick<Taken, 'removed' | 'unremoved'> {
  const removed: string[] = []
  const unremoved: { path: string; why: string }[] = []
  for (const { path } of old) {
    try {
      removeBackup(folder, path)
      removed.push(path)
    } catch (error) {
      unremoved.push({ path, why: lineOf(error) })
    }
  }
  return { removed, unremoved }
}

async function write(
  backup: NewBackup,
  { client, tables }: Snapshot,
  facts: Omit<Facts, 'keyInForce'>,
  { keys, signer }: { readonly keys: LogKeyFiles; readonly signer: NoteSigner | null },
  { progress, signal }: TakeOptions,
): Promise<NewManifest> {
  const digestKey = newDigestKey()
  const text = Readable.from([Buffer.from(textOfKeys(keys, digestKey))])
  const { bytes, digest: sha256 } = await backup.addEncrypted(KEYS_PART, text, null, signal)
  const parts: Part[] = [{ name: KEYS_PART, table: null, bytes, sha256 }]
  for (const [index, table] of tables.entries()) {
    progress?.({ part: `${table.schema}.${table.name}`, number: index + 1, of: tables.length })
    parts.push(await copyTable(backup, client, table, digestKey, signal))
  }
  const manifest: NewManifest = { schema: SCHEMA, signer: signer?.verifierKey ?? null, ...facts, parts }
  const manifestText = textOfManifest(manifest)
  await backup.add(MANIFEST, manifestText)
  if (signer !== null) await backup.add(SIGNATURE, signManifest(manifestText, signer))
  await backup.finish()
  return manifest
}

async function copyTable(
  backup: NewBackup,
  client: pg.Client,
  { schema, name, columns }: BackedUpTable,
  digestKey: Buffer,
  signal?: AbortSignal,
): Promise<Part> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(
    copyTo(`copy ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} (${names}) to stdout`),
  )
  const file = `${schema}.${name}.age`
  const { bytes, digest: hmac } = await backup.addEncrypted(file, rows, digestKey, signal)
  return { name: file, table: { schema, name, columns: [...columns], rows: rows.rowCount }, bytes, hmac }
}
