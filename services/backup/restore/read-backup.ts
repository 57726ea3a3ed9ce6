// Opens a backup in a folder: checks that it is as it was written, and reads it.
import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Identity } from '../age/keys.ts'
import { decryption } from '../age/payload.ts'
import { BackupError, ofFiles } from '../errors.ts'
import { sealing } from '../files/new-backup.ts'
import { checkSums, readSums, readText, SUMS } from '../files/sums.ts'
import { type BackupKeys, KEYS_PART, keysIn } from '../keys-part.ts'
import { MANIFEST, type Manifest, type Part, readManifest } from '../manifest.ts'
import { expectSigned, summedSignature } from '../signature.ts'

export type Backup = { readonly folder: string; readonly manifest: Manifest }
/** A backup that can be decrypted. */
export type OpenBackup = Backup & { readonly identities: readonly Identity[]; readonly keys: BackupKeys }

export type OpenOptions = {
  /** Verifier keys of the log, one of which must have signed it; null if none are known. */
  readonly trusted: readonly string[] | null
  readonly signal?: AbortSignal | undefined
}

/**
 * Checks, without any secret key, that every file is as it was written and signed as the manifest says. Throws
 * BackupError otherwise.
 */
export async function findBackup(folder: string, { trusted, signal }: OpenOptions): Promise<Backup> {
  const sumsText = readText(folder, SUMS)
  const sums = readSums(sumsText)
  await checkSums(folder, sums, signal)
  const manifestText = readText(folder, MANIFEST)
  // read again, because somebody who controls the folder may have replaced it meanwhile, and everything else depends on
  // it
  if (hash('sha256', manifestText, 'hex') !== sums.get(MANIFEST))
    throw new BackupError('backup_altered', `${MANIFEST} was exchanged while it was read`)
  const manifest = readManifest(manifestText)
  const named = [...manifest.parts.map(({ name }) => name), MANIFEST, ...summedSignature(manifest)].toSorted()
  if (named.join() !== [...sums.keys()].toSorted().join())
    throw new BackupError('backup_altered', `${MANIFEST} does not name the files that are there`)
  expectSigned(folder, manifest, { manifest: manifestText, sums: sumsText }, trusted)
  return { folder, manifest }
}

/** Throws BackupError unless one of the identities opens the part with its keys. */
export async function openBackup(
  { folder, manifest }: Backup,
  identities: readonly Identity[],
  signal?: AbortSignal,
): Promise<OpenBackup> {
  const part = manifest.parts.find(({ name }) => name === KEYS_PART)
  if (part === undefined) throw new BackupError('backup_altered', `${MANIFEST} does not name ${KEYS_PART}`)
  const pieces: Buffer[] = []
  const plain = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece)
      done()
    },
  })
  await readPart({ folder, identities, digestKey: null }, part, plain, signal)
  return { folder, manifest, identities, keys: keysIn(Buffer.concat(pieces).toString(), manifest) }
}

/**
 * Writes the plain bytes of a table to `to`. Throws BackupError unless they are what was backed up, and whatever `to`
 * throws.
 */
export async function readTable(
  { folder, identities, keys }: OpenBackup,
  part: Part,
  to: Writable,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await readPart({ folder, identities, digestKey: keys.digests }, part, to, signal)
  } catch (error) {
    if (!(error instanceof BackupError) || error.code !== 'backup_wrong_key') throw error
    // all parts are encrypted for the same recipients, and this identity has opened another part
    throw new BackupError('backup_altered', `${part.name}: its header was changed`, { cause: error })
  }
}

type Reading = Pick<OpenBackup, 'folder' | 'identities'> & { readonly digestKey: Buffer | null }

async function readPart(
  { folder, identities, digestKey }: Reading,
  part: Part,
  to: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const plain = sealing(digestKey)
  const file = createReadStream(join(folder, part.name))
  try {
    await pipeline(file, decryption(identities), createZstdDecompress(), plain, to, { ...(signal && { signal }) })
  } catch (error) {
    throw withName(part, ofFiles(error))
  }
  const { bytes, digest } = plain.seal()
  if (bytes !== part.bytes || digest !== ('hmac' in part ? part.hmac : part.sha256))
    throw new BackupError('backup_altered', `${part.name} holds something else than was taken`)
}

const withName = ({ name }: Part, error: unknown): unknown =>
  error instanceof BackupError && error.code !== 'backup_disk_full'
    ? new BackupError(error.code, `${name}: ${error.message}`, { cause: error })
    : error

/** Reads all of it without writing anything. Throws BackupError if any of it could not be restored. */
export async function verifyBackup(
  folder: string,
  identities: readonly Identity[] | null,
  { trusted = null, signal }: Partial<OpenOptions> = {},
): Promise<Backup> {
  const found = await findBackup(folder, { trusted, signal })
  if (identities === null) return found
  const opened = await openBackup(found, identities, signal)
  for (const part of found.manifest.parts) {
    if (part.table !== null) await readTable(opened, part, new PassThrough().resume(), signal)
  }
  return found
}
