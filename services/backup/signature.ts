// The log's key signs the manifest of a backup (c2sp.org/signed-note): who made it is known without opening it.
import { hash } from 'node:crypto'
import { signedBy } from '#services/transparency/note-signature.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import { BackupError } from './errors.ts'
import { MANIFEST, type Manifest, SCHEMA, signerOf } from './manifest.ts'

export const SIGNATURE = 'manifest.note'

/** No checkpoint of any log: where that has its size, this names a file. The manifest stays a file that every program reads. */
const textToSign = (manifestText: string): string =>
  `${SCHEMA}\n${MANIFEST} sha256 ${hash('sha256', manifestText, 'hex')}\n`

export const signManifest = (manifestText: string, signer: NoteSigner): string => signer.sign(textToSign(manifestText))

export type SignedManifest = {
  readonly manifest: Manifest
  readonly manifestText: string
  /** Null where the manifest names no signer. */
  readonly note: string | null
}

/**
 * Throws BackupError unless it is signed as it says and, where keys are given, by one of these: what names its own key may be made up.
 * `trusted`: verifier keys of the log; null where nobody knows any.
 */
export function expectSigned(
  { manifest, manifestText, note }: SignedManifest,
  trusted: readonly string[] | null,
): void {
  const signer = signerOf(manifest)
  if (signer !== null && signedBy(note ?? '', [signer])?.text !== textToSign(manifestText))
    throw unsigned(`${SIGNATURE} is not what ${signer} signs of this ${MANIFEST}`)
  if (trusted === null || (signer !== null && trusted.includes(signer))) return
  throw unsigned(`${MANIFEST} is signed by ${signer ?? 'nobody'}, and not by ${trusted.join(' or ')}`)
}

export const unsigned = (why: string) => new BackupError('backup_signature', why)
