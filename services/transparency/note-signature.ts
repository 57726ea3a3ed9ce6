// Whether a key of the log has signed a given checkpoint or other note.
import { verify } from 'node:crypto'
import { publicKeyOf, SIGNATURE, VERIFIER_KEY } from './signed-note.ts'

const CHECKPOINT = /^([^\n]+)\n(0|[1-9]\d{0,14})\n[A-Za-z0-9+/]{43}=\n$/

/** What a key has signed, and the line with its signature, without the line feed. */
export type Signed = { readonly text: string; readonly line: string }

/**
 * Uses the first of these keys that has signed the note, ignoring other signatures; null if none has, or it is not a
 * note.
 */
export function signedBy(note: string, verifierKeys: readonly string[]): Signed | null {
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  for (const line of note.slice(end + 1).split('\n')) {
    const [, name, base64] = SIGNATURE.exec(line) ?? []
    if (name === undefined || base64 === undefined) continue
    const bytes = Buffer.from(base64, 'base64')
    if (verifierKeys.some((key) => isSignedBy(key, name, bytes, text))) return { text, line }
  }
  return null
}

/**
 * The checkpoint with only the signature of the first of these keys that has signed it; null if none has, or it is not
 * a checkpoint. `verifierKeys`: of the log.
 */
export function signedAlone(note: string, verifierKeys: readonly string[]): string | null {
  const [, origin] = CHECKPOINT.exec(note.slice(0, note.lastIndexOf('\n\n') + 1)) ?? []
  if (origin === undefined) return null
  const signed = signedBy(
    note,
    verifierKeys.filter((key) => key.startsWith(`${origin}+`)),
  )
  return signed === null ? null : `${signed.text}\n${signed.line}\n`
}

function isSignedBy(verifierKey: string, name: string, bytes: Buffer, text: string): boolean {
  const [, owner, id, base64 = ''] = VERIFIER_KEY.exec(verifierKey) ?? []
  if (owner !== name || id !== bytes.subarray(0, 4).toString('hex')) return false
  return verify(null, Buffer.from(text), publicKeyOf(Buffer.from(base64, 'base64')), bytes.subarray(4))
}
