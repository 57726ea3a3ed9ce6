// The part of a backup with its keys: the log's, and the one for the digests of all other parts. Without that key,
// anybody who sees a digest could guess at the content of a small table until it matches.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { BackupError } from './errors.ts'
import { LogKeyFiles } from './log-key-files.ts'
import { FIRST_SCHEMA, type Manifest, signerOf } from './manifest.ts'
import { unsigned } from './signature.ts'

export const KEYS_PART = 'keys.age'

export type BackupKeys = {
  readonly log: LogKeyFiles
  /** Null in a backup of version 1. */
  readonly digests: Buffer | null
}

const BYTES = 32

const Keys = LogKeyFiles.extend({
  /** In hex. */
  digests: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

export const newDigestKey = (): Buffer => randomBytes(BYTES)

export const textOfKeys = (log: LogKeyFiles, digests: Buffer): string =>
  JSON.stringify(Keys.parse({ ...log, digests: digests.toString('hex') }))

/** Throws BackupError if they do not belong to the manifest. */
export function keysIn(text: string, manifest: Manifest): BackupKeys {
  const { digests, ...log } = parsed(text)
  if (manifest.schema === FIRST_SCHEMA) {
    if (digests === undefined) return { log, digests: null }
    // otherwise somebody could forge a manifest of version 1 around these keys, which then need no signature
    throw unsigned(`${KEYS_PART} is of a later form than ${FIRST_SCHEMA}, of which the manifest is`)
  }
  if (digests === undefined) throw new BackupError('backup_altered', `${KEYS_PART} has no key of the digests`)
  const signer = signerOf(manifest)
  if (log.key !== null && signer !== verifierKeyOf(log.key, signer))
    throw unsigned(`the log's key is in ${KEYS_PART}, and the manifest is signed by ${signer ?? 'nobody'}`)
  return { log, digests: Buffer.from(digests, 'hex') }
}

/** Errors do not say what is wrong, because that would quote a secret. */
function parsed(text: string): z.infer<typeof Keys> {
  try {
    return Keys.parse(JSON.parse(text))
  } catch {
    throw new BackupError('backup_altered', `${KEYS_PART} holds something else than keys`)
  }
}

/** With the same name as the other key. */
function verifierKeyOf(pem: string, other: string | null): string {
  const name = other?.split('+')[0] ?? 'nobody'
  try {
    return new NoteSigner(name, pem).verifierKey
  } catch {
    throw new BackupError('backup_altered', `${KEYS_PART} has a key of the log that is none`)
  }
}
