// A backup that lies in a folder: whether it is what was written, and what is in it.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Identity } from '../age/keys.ts'
import { decryption } from '../age/payload.ts'
import { BackupError, ofFiles } from '../errors.ts'
import { sealing } from '../files/new-backup.ts'
import { checkSums, readSums, readText } from '../files/sums.ts'
import { KEYS_PART, type LogKeyFiles, logKeyFilesIn } from '../log-key-files.ts'
import { MANIFEST, type Manifest, type Part, readManifest } from '../manifest.ts'

export type Backup = { readonly folder: string; readonly manifest: Manifest }

/** Every file is as it was written, which needs no key. Throws BackupError otherwise, with the name of the file. */
export async function openBackup(folder: string, signal?: AbortSignal): Promise<Backup> {
  const sums = readSums(folder)
  await checkSums(folder, sums, signal)
  const manifest = readManifest(readText(folder, MANIFEST))
  const named = [...manifest.parts.map(({ name }) => name), MANIFEST].toSorted()
  if (named.join() !== [...sums.keys()].toSorted().join())
    throw new BackupError('backup_altered', `${MANIFEST} does not name the files that are there`)
  return { folder, manifest }
}

/** Writes the plain bytes of a part. Throws BackupError unless they are those that were taken, and what `to` throws. */
export async function readPart(
  { folder }: Backup,
  part: Part,
  identities: readonly Identity[],
  to: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const plain = sealing()
  const file = createReadStream(join(folder, part.name))
  try {
    await pipeline(file, decryption(identities), createZstdDecompress(), plain, to, { ...(signal && { signal }) })
  } catch (error) {
    throw withName(part, ofFiles(error))
  }
  const { bytes, sha256 } = plain.seal()
  if (bytes !== part.bytes || sha256 !== part.sha256)
    throw new BackupError('backup_altered', `${part.name} holds something else than was taken`)
}

const withName = ({ name }: Part, error: unknown): unknown =>
  error instanceof BackupError && error.code !== 'backup_disk_full'
    ? new BackupError(error.code, `${name}: ${error.message}`, { cause: error })
    : error

/** The files of the log's key: whoever can read them can read all of it. */
export async function readKeys(
  backup: Backup,
  identities: readonly Identity[],
  signal?: AbortSignal,
): Promise<LogKeyFiles> {
  const part = backup.manifest.parts.find(({ name }) => name === KEYS_PART)
  if (part === undefined) throw new BackupError('backup_altered', `${MANIFEST} does not name ${KEYS_PART}`)
  const plain: Readable & Writable = new PassThrough()
  const [found] = await Promise.all([text(plain), readPart(backup, part, identities, plain, signal)])
  return logKeyFilesIn(found)
}

/** Reads all of it, and writes nothing. Throws BackupError where anything of it could not be restored. */
export async function verifyBackup(
  folder: string,
  identities: readonly Identity[] | null,
  signal?: AbortSignal,
): Promise<Backup> {
  const backup = await openBackup(folder, signal)
  if (identities === null) return backup
  for (const part of backup.manifest.parts) {
    await readPart(backup, part, identities, new PassThrough().resume(), signal)
  }
  return backup
}
