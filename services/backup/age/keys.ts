// age's keys: who can read a file (recipients, public) and what opens it (identities, secret). X25519,
// age-encryption.org/v1.
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { BackupError } from '../errors.ts'
import { fromBech32, toBech32 } from './bech32.ts'

/** Raw public key, 32 bytes. */
export type Recipient = Buffer
export type Identity = { readonly key: KeyObject; readonly recipient: Recipient }

const RECIPIENT = 'age'
const IDENTITY = 'age-secret-key-'
const KEY_BYTES = 32
/** DER prefixes of the 32 bytes of a key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')

const publicKey = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })

const rawPublic = (key: KeyObject): Recipient =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)

const identityOf = (key: KeyObject): Identity => ({ key, recipient: rawPublic(key) })

/** Throws BackupError if it is malformed, such as age1… with a wrong letter. */
export function readRecipient(text: string): Recipient {
  const raw = fromBech32(RECIPIENT, text)
  if (raw?.length !== KEY_BYTES) throw new BackupError('backup_settings', `${JSON.stringify(text)} is no age recipient`)
  return raw
}

/** Reads a file as written by age-keygen: comments, and one identity per line. Throws BackupError if there is none. */
export function readIdentities(file: string): Identity[] {
  const lines = file.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const raw = fromBech32(IDENTITY, line)
      if (raw?.length !== KEY_BYTES)
        throw new BackupError('backup_wrong_key', 'the file of the identity has a line that is no age identity')
      return identityOf(createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, raw]), format: 'der', type: 'pkcs8' }))
    })
}

/** As text; the identity in upper case, as is usual. */
export function newIdentity(): { readonly identity: string; readonly recipient: string } {
  const { privateKey } = generateKeyPairSync('x25519')
  const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8_PREFIX.length)
  return {
    identity: toBech32(IDENTITY, raw).toUpperCase(),
    recipient: toBech32(RECIPIENT, rawPublic(privateKey)),
  }
}

export function newEphemeral(): Identity {
  return identityOf(generateKeyPairSync('x25519').privateKey)
}

/** Throws if the other key is of low order, because everybody would know the secret. */
export const sharedSecret = ({ key }: Identity, other: Recipient): Buffer =>
  diffieHellman({ privateKey: key, publicKey: publicKey(other) })
