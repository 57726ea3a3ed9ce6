// The log's key signs the digests of all files of a backup (c2sp.org/signed-note), so that its maker can be verified
// without opening it.
import { hash } from 'node:crypto'
import { signedBy } from '#services/transparency/note-signature.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import { BackupError } from './errors.ts'
import { readText, SUMS } from './files/sums.ts'
import { MANIFEST, type Manifest, SCHEMA, SECOND_SCHEMA, signerOf } from './manifest.ts'

/** Beside the sums, which do not include it. */
export const SIGNATURE = `${SUMS}.note`
/** In version 2: included in the sums, and over the manifest only. */
const SECOND_SIGNATURE = 'manifest.note'

/** Cannot be taken for a checkpoint of any log: where that has its size, this has a digest. */
const textToSign = (sums: string): string => `${SCHEMA}\n${sums}`

export const signSums = (sums: string, signer: NoteSigner): string => signer.sign(textToSign(sums))

/** As they are in the folder. */
export type SignedTexts = { readonly manifest: string; readonly sums: string }

/** The file of the note, if it is included in the sums. */
export const summedSignature = (manifest: Manifest): readonly string[] =>
  manifest.schema === SECOND_SCHEMA && manifest.signer !== null ? [SECOND_SIGNATURE] : []

/**
 * Throws BackupError unless it is signed as it says and, if keys are given, by one of these: a backup that names its
 * own key may be forged. `trusted`: verifier keys of the log; null if none are known.
 */
export function expectSigned(
  folder: string,
  manifest: Manifest,
  texts: SignedTexts,
  trusted: readonly string[] | null,
): void {
  const signer = signerOf(manifest)
  if (signer !== null) {
    const { file, text } =
      manifest.schema === SCHEMA
        ? { file: SIGNATURE, text: textToSign(texts.sums) }
        : { file: SECOND_SIGNATURE, text: secondTextToSign(texts.manifest) }
    if (signedBy(readText(folder, file), [signer])?.text !== text)
      throw unsigned(`${file} is not what ${signer} signs of these files`)
  }
  if (trusted === null || (signer !== null && trusted.includes(signer))) return
  throw unsigned(`it is signed by ${signer ?? 'nobody'}, and not by ${trusted.join(' or ')}`)
}

const secondTextToSign = (manifest: string): string =>
  `${SECOND_SCHEMA}\n${MANIFEST} sha256 ${hash('sha256', manifest, 'hex')}\n`

export const unsigned = (why: string) => new BackupError('backup_signature', why)
