// Signed checkpoints (c2sp.org/tlog-checkpoint) and the keys that they are checked with (c2sp.org/signed-note).
import { createPublicKey, hash as digest, type KeyObject, verify } from 'node:crypto'

export type VerifierKey = { readonly text: string; readonly name: string; readonly id: string; readonly key: KeyObject }
/** A signed checkpoint, and the verifier key that signed it. */
export type Signed = { readonly note: string; readonly key: string }
export type SignedCheckpoint = { readonly origin: string; readonly size: number; readonly root: string }

export const KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/
const ED25519 = 1
const SIGNATURE_BYTES = 64
const TEXT = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/
export const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** Null if the text is not a key for Ed25519, or its id is not derived from the key. */
export function readVerifierKey(text: string): VerifierKey | null {
  const [, name, id, base64] = KEY.exec(text) ?? []
  if (name === undefined || id === undefined || base64 === undefined) return null
  const typed = Buffer.from(base64, 'base64')
  const expected = digest('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'hex').slice(0, 8)
  if (typed.length !== 1 + 32 || typed[0] !== ED25519 || id !== expected) return null
  const key = ed25519KeyOf(typed.subarray(1))
  return key === null ? null : { text, name, id, key }
}

/** A key from its 32 bytes; null if they are not one. */
export function ed25519KeyOf(bytes: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' })
  } catch {
    return null
  }
}

/** Decodes base64; null if the text is not the canonical encoding of its bytes. */
export function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

export type Opened =
  | { readonly ok: true; readonly checkpoint: SignedCheckpoint; readonly by: VerifierKey }
  /** `why`: in words, why it is not a checkpoint that counts. */
  | { readonly ok: false; readonly why: string }

/** Size and root that a note states, whoever has signed it; null if it is not a checkpoint. */
export function rootIn(note: string): Omit<SignedCheckpoint, 'origin'> | null {
  const [, , size, root] = TEXT.exec(textOfNote(note)) ?? []
  return size === undefined || root === undefined ? null : { size: Number(size), root }
}

/** Why a note is not a signed checkpoint at all, in words; null if it is one. Signatures are not verified. */
export function notACheckpoint(note: string): string | null {
  if (rootIn(note) === null) return 'origin, size and root are not where they belong'
  const opened = openNote(note, [])
  return opened.ok ? null : opened.why
}

/** Opens a checkpoint that one of these keys has to have signed, under its own origin. */
export function openCheckpoint(note: string, keys: readonly VerifierKey[]): Opened {
  const [, origin, size, root] = TEXT.exec(textOfNote(note)) ?? []
  if (origin === undefined || size === undefined || root === undefined) {
    return { ok: false, why: 'it is no checkpoint: origin, size and root are not where they belong' }
  }
  const opened = openNote(note, keys)
  if (!opened.ok) return opened
  const { signers } = opened
  // witnesses may have signed it as well
  const by = signers.find(({ name }) => name === origin) ?? signers.at(-1)
  if (by === undefined) return { ok: false, why: 'no key that is trusted has signed it' }
  if (by.name !== origin) return { ok: false, why: `it is of ${origin}, but signed by ${by.name}` }
  return { ok: true, checkpoint: { origin, size: Number(size), root }, by }
}

/** The text before the signatures; '' if there are none. */
export const textOfNote = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1)
/** The signature lines. The last one is '' if the note ends with a line feed, as it should. */
export const linesOf = (note: string): string[] => note.slice(textOfNote(note).length + 1).split('\n')

export type OpenedNote =
  /** `signers`: those of the given keys that have signed it. */
  | { readonly ok: true; readonly text: string; readonly signers: readonly VerifierKey[] }
  | { readonly ok: false; readonly why: string }

/** Opens a note and verifies the signatures of these keys. A wrong signature by one of them spoils the whole note. */
export function openNote(note: string, keys: readonly VerifierKey[]): OpenedNote {
  const text = textOfNote(note)
  const lines = linesOf(note)
  if (text === '' || lines.pop() !== '' || lines.length === 0) return { ok: false, why: 'it ends within a signature' }
  const signers: VerifierKey[] = []
  for (const line of lines) {
    const [, name, base64] = SIGNATURE.exec(line) ?? []
    const bytes = bytesOf(base64 ?? '')
    if (name === undefined || bytes === null) return { ok: false, why: 'a signature is not one' }
    const id = bytes.subarray(0, 4).toString('hex')
    const key = keys.find((one) => one.name === name && one.id === id)
    if (key === undefined) continue
    const isRight = bytes.length === 4 + SIGNATURE_BYTES && verify(null, Buffer.from(text), key.key, bytes.subarray(4))
    if (!isRight) return { ok: false, why: `the signature of ${name}+${id} is wrong: the checkpoint was changed` }
    signers.push(key)
  }
  return { ok: true, text, signers }
}
