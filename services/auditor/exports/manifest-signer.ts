// Signs a manifest as a note (c2sp.org/signed-note), with a key that the person who exports brings along.
import { createPrivateKey, createPublicKey, hash as digest, type KeyObject, sign } from 'node:crypto'
import type { Call, OptionSpec } from '../commands/command.ts'
import { textOption } from '../commands/options.ts'
import { Usage } from '../failures.ts'
import { textOfFile } from '../proofs/kept.ts'
import { readVerifierKey } from '../tree/signed-note.ts'
import type { SignedRows } from '../tree/tree-rows.ts'

export const SIGNING: readonly OptionSpec[] = [
  { flags: '--sign-with <file>', says: 'sign the manifest with this Ed25519 key (PEM): your own, or that of the log' },
  { flags: '--sign-as <name>', says: 'the name of that key, such as auditor.example; the key of the log has one' },
]

export type ManifestSigner = { readonly verifierKey: string; sign(text: string): string }

const ED25519 = Buffer.of(1)
const RAW_BYTES = 32
const NAME = /^[^\s+\p{Cc}]+$/u

/**
 * Returns a function from the log's keys to the signer, null if the manifest is not to be signed. If the key is one of
 * the log's, it has the name that it has there. Both throw Usage.
 */
export function signerOption(call: Call): (keys: SignedRows['keys']) => ManifestSigner | null {
  const path = textOption(call, 'signWith')
  const name = textOption(call, 'signAs')
  if (path === null) {
    if (name !== null) throw new Usage('--sign-as names the key of --sign-with')
    return () => null
  }
  const key = privateKey(path)
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES)
  return (keys) => signerOf(key, raw, name ?? nameAmong(keys, raw))
}

function privateKey(path: string): KeyObject {
  const pem = textOfFile(path)
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Usage(`${path} holds no private key in PEM`)
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Usage(`the key in ${path} is ${key.asymmetricKeyType}, not Ed25519`)
  return key
}

function nameAmong(keys: SignedRows['keys'], raw: Buffer): string {
  const x = raw.toString('base64url')
  for (const { verifierKey } of keys) {
    const known = readVerifierKey(verifierKey)
    if (known?.key.export({ format: 'jwk' }).x === x) return known.name
  }
  throw new Usage('--sign-as is needed: the key of --sign-with is not one of this log, and has no name yet')
}

function signerOf(key: KeyObject, raw: Buffer, name: string): ManifestSigner {
  if (!NAME.test(name)) throw new Usage(`a key cannot be called '${name}': a name has no spaces and no plus sign`)
  const typed = Buffer.concat([ED25519, raw])
  const id = digest('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4)
  return {
    verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    sign: (text) =>
      `${text}\n— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64')}\n`,
  }
}
