// The header of a file in the format age-encryption.org/v1: the file key, wrapped for each recipient.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { BackupError } from '../errors.ts'
import { type Identity, newEphemeral, type Recipient, sharedSecret } from './keys.ts'

export const CIPHER = 'chacha20-poly1305'
export const TAG_BYTES = 16
const FILE_KEY_BYTES = 16
const VERSION = 'age-encryption.org/v1'
const X25519 = 'X25519'
const X25519_INFO = `${VERSION}/X25519`
/** Safe, because each wrapping key is used once. */
const ZERO_NONCE = Buffer.alloc(12)
const NO_SALT = Buffer.alloc(0)

export const derive = (key: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32))

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
const wrappingKey = (secret: Buffer, share: Buffer, recipient: Recipient): Buffer =>
  derive(secret, Buffer.concat([share, recipient]), X25519_INFO)
const macOf = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, NO_SALT, 'header'))
    .update(header)
    .digest()

/** `fileKey`: 16 random bytes, for this file only. */
export function writeHeader(fileKey: Buffer, recipients: readonly Recipient[]): Buffer {
  const stanzas = recipients.map((recipient) => {
    const ephemeral = newEphemeral()
    const share = ephemeral.recipient
    const key = wrappingKey(sharedSecret(ephemeral, recipient), share, recipient)
    const cipher = createCipheriv(CIPHER, key, ZERO_NONCE, { authTagLength: TAG_BYTES })
    const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return `-> ${X25519} ${encode(share)}\n${encode(wrapped)}\n`
  })
  const header = `${VERSION}\n${stanzas.join('')}---`
  return Buffer.from(`${header} ${encode(macOf(fileKey, header))}\n`)
}

/**
 * `header`: up to and including the line feed after its MAC. Returns the file key. Throws BackupError if none of the
 * identities opens it.
 */
export function readHeader(header: Buffer, identities: readonly Identity[]): Buffer {
  const text = header.toString('latin1')
  if (!text.startsWith(`${VERSION}\n`)) throw new BackupError('backup_altered', `it is not of the format ${VERSION}`)
  const fileKey = fileKeyIn(text, identities)
  if (fileKey === null)
    throw new BackupError(
      'backup_wrong_key',
      'none of the given identities opens it: it was encrypted for others, or its header was changed',
    )
  const [, signed = '', mac = ''] = /^(.*\n---) (\S+)\n$/s.exec(text) ?? []
  const expected = macOf(fileKey, signed)
  const said = Buffer.from(mac, 'base64')
  if (said.length !== expected.length || !timingSafeEqual(said, expected))
    throw new BackupError('backup_altered', 'its header was changed')
  return fileKey
}

function fileKeyIn(header: string, identities: readonly Identity[]): Buffer | null {
  for (const [, share = '', wrapped = ''] of header.matchAll(/^-> X25519 (\S+)\n(\S+)$/gm)) {
    for (const identity of identities) {
      const key = unwrap(Buffer.from(share, 'base64'), Buffer.from(wrapped, 'base64'), identity)
      if (key !== null) return key
    }
  }
  return null
}

function unwrap(share: Buffer, wrapped: Buffer, identity: Identity): Buffer | null {
  if (wrapped.length !== FILE_KEY_BYTES + TAG_BYTES) return null
  try {
    const key = wrappingKey(sharedSecret(identity, share), share, identity.recipient)
    const decipher = createDecipheriv(CIPHER, key, ZERO_NONCE, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(wrapped.subarray(FILE_KEY_BYTES))
    return Buffer.concat([decipher.update(wrapped.subarray(0, FILE_KEY_BYTES)), decipher.final()])
  } catch {
    // wrapped for somebody else
    return null
  }
}
