// Takes a backup of everything that the product keeps, as it was at one moment, while the product runs.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { EventStore } from '#services/event-store/port.ts'
import { lineOf } from '#services/platform/errors.ts'
import { codeOf } from '#services/platform/process/tool.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import type { Recipient } from '../age/keys.ts'
import { backupsIn, makeFolder, type NamedBackup, nameOf, removeBackup, removeLeftovers } from '../files/names.ts'
import { NewBackup } from '../files/new-backup.ts'
import { beyond, type Retention } from '../files/retention.ts'
import { KEYS_PART, newDigestKey, textOfKeys } from '../keys-part.ts'
import { recordFailure, recordWhole } from '../last-backup.ts'
import { type LogKeyFiles, signerInForce } from '../log-key-files.ts'
import { MANIFEST, type NewManifest, SCHEMA, textOfManifest } from '../manifest.ts'
import { SIGNATURE, signSums } from '../signature.ts'
import { expectAll } from './known.ts'
import { LOG_COLUMNS, LogElsewhere } from './log-elsewhere.ts'
import { type Facts, inSnapshot, type OtherLog, type Snapshot } from './snapshot.ts'
import type { BackedUpTable } from './tables.ts'

export type TakeOptions = {
  /** The database, as the services use it. */
  readonly url: string
  /** For a product whose log is not in its database. */
  readonly openLog?: () => Promise<EventStore>
  /** How long to wait for a moment in which nothing is appended to that log, in milliseconds. */
  readonly restWithinMs?: number
  /** Created if missing; may contain backups of others. */
  readonly folder: string
  readonly recipients: readonly Recipient[]
  /** Called before the snapshot, so that the log in it includes everything that these files say was signed. */
  readonly readLogKey: () => LogKeyFiles
  /** The key is left out of the backup, and need not be among what `readLogKey` reads. */
  readonly withoutKey?: boolean
  readonly retention: Retention
  readonly progress?: (progress: TakeProgress) => void
  readonly signal?: AbortSignal
}
export type TakeProgress = { readonly part: string; readonly number: number; readonly of: number }
type Copied = {
  readonly path: string
  readonly manifest: NewManifest
  /** Size of all its files. */
  readonly bytes: number
  /** Older ones that were removed. */
  readonly removed: readonly string[]
  /** Older ones that should have been removed, each with a line that says why it was not. */
  readonly unremoved: readonly { readonly path: string; readonly why: string }[]
}
export type Taken = Copied & {
  /** Why it could not be recorded for the metrics, in a line. */
  readonly unrecorded: string | null
}
type Part = NewManifest['parts'][number]
type Writing = Omit<Facts, 'keyInForce' | 'logId'> & {
  readonly other: OtherLog
  readonly keys: LogKeyFiles
  readonly signer: NoteSigner | null
}

const REST_WITHIN_MS = 60_000

/** Throws BackupError if there is no new backup; then no old one was removed. */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { url, signal } = options
  const copied = await copyAll(options).catch(async (error: unknown) => {
    const code = signal?.aborted ? 'interrupted' : (codeOf(error, 'backup') ?? 'failed')
    // the database may be what failed
    await recordFailure(url, code).catch(() => undefined)
    throw error
  })
  const { manifest, bytes } = copied
  const unrecorded = await recordWhole(url, manifest.takenAt, bytes).then(() => null, lineOf)
  return { ...copied, unrecorded }
}

async function copyAll(options: TakeOptions): Promise<Copied> {
  const store = await options.openLog?.()
  try {
    return await copyWith(options, store ? { store, restWithinMs: options.restWithinMs ?? REST_WITHIN_MS } : null)
  } finally {
    await store?.close()
  }
}

async function copyWith(options: TakeOptions, other: OtherLog): Promise<Copied> {
  const { url, folder, recipients, readLogKey, withoutKey = false, retention } = options
  const files = readLogKey()
  return inSnapshot(url, other, async (snapshot) => {
    const { keyInForce, logId: id, ...facts } = await snapshot.facts()
    const signer = keyInForce === null || withoutKey ? null : signerInForce(files, keyInForce)
    const takenAt = new Date(facts.takenAt)
    makeFolder(folder)
    removeLeftovers(folder, id)
    const backup = new NewBackup(join(folder, nameOf(id, takenAt)), recipients)
    try {
      const keys = signer === null ? { ...files, key: null } : files
      const manifest = await write(backup, snapshot, { ...facts, other, keys, signer }, options)
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
  { client, tables, end }: Snapshot,
  { other, keys, signer, known, log, ...facts }: Writing,
  { progress, signal }: TakeOptions,
): Promise<NewManifest> {
  const digestKey = newDigestKey()
  const text = Readable.from([Buffer.from(textOfKeys(keys, digestKey))])
  const { bytes, digest: sha256 } = await backup.addEncrypted(KEYS_PART, text, null, signal)
  const parts: Part[] = [{ name: KEYS_PART, table: null, bytes, sha256 }]
  const elsewhere = other === null || end === null ? null : new LogElsewhere(other.store, end)
  for (const [index, table] of tables.entries()) {
    progress?.({ part: `${table.schema}.${table.name}`, number: index + 1, of: tables.length })
    const isLog = table.schema === 'log' && table.name === 'events'
    const from = isLog && elsewhere !== null ? elsewhere : client
    parts.push(await copyTable(backup, from, table, digestKey, signal))
  }
  const copied = log ?? elsewhere!.facts
  expectAll(known, copied)
  const manifest: NewManifest = { schema: SCHEMA, signer: signer?.verifierKey ?? null, ...facts, log: copied, parts }
  await backup.add(MANIFEST, textOfManifest(manifest))
  await backup.finish(signer && { name: SIGNATURE, note: (sums) => signSums(sums, signer) })
  return manifest
}

/** `from`: the database, or another store that has the rows of this table. */
async function copyTable(
  backup: NewBackup,
  from: pg.Client | LogElsewhere,
  { schema, name, columns }: BackedUpTable,
  digestKey: Buffer,
  signal?: AbortSignal,
): Promise<Part> {
  const file = `${schema}.${name}.age`
  if (from instanceof LogElsewhere) {
    const { bytes, digest: hmac } = await backup.addEncrypted(file, from.rows(), digestKey, signal)
    return { name: file, table: { schema, name, columns: [...LOG_COLUMNS], rows: from.facts.events }, bytes, hmac }
  }
  const names = columns.map((column) => from.escapeIdentifier(column)).join(', ')
  const rows = from.query(
    copyTo(`copy ${from.escapeIdentifier(schema)}.${from.escapeIdentifier(name)} (${names}) to stdout`),
  )
  const { bytes, digest: hmac } = await backup.addEncrypted(file, rows, digestKey, signal)
  return { name: file, table: { schema, name, columns: [...columns], rows: rows.rowCount }, bytes, hmac }
}
