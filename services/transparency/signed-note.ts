// Signed notes (c2sp.org/signed-note): a text with signatures by named keys.
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'

const ED25519 = Buffer.of(1)
/** DER prefix of the 32 bytes of an Ed25519 key (RFC 8410, section 4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** A verifier key: its name, its id, and its type with the public key. */
export const VERIFIER_KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/
/** A line with a signature: the name of its key, and the id of the key with the signature. */
export const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** The public key for Ed25519 in the last part of a verifier key, decoded. */
export const publicKeyOf = (typed: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: typed.subarray(1).toString('base64url') }, format: 'jwk' })

/** A key of a log; its name is the log's origin. */
export class NoteSigner {
  readonly name: string
  /** What is needed to verify: name, id and public key, as one line. */
  readonly verifierKey: string
  readonly #key: KeyObject
  readonly #id: Buffer

  /** `key`: Ed25519, as PEM (PKCS #8). Throws an error with a one-line message if it is anything else. */
  constructor(name: string, pem: string) {
    this.name = checkedName(name)
    this.#key = ed25519Key(pem)
    const raw = createPublicKey(this.#key).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
    this.#id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ED25519, raw]), 'buffer').subarray(0, 4)
    this.verifierKey = `${name}+${this.#id.toString('hex')}+${Buffer.concat([ED25519, raw]).toString('base64')}`
  }

  /** `text`: must end with a line feed. */
  sign(text: string): string {
    const signature = sign(null, Buffer.from(text), this.#key)
    return `${text}\n— ${this.name} ${Buffer.concat([this.#id, signature]).toString('base64')}\n`
  }
}

function checkedName(name: string): string {
  if (name === '' || /[\s+\p{Cc}]/u.test(name)) throw new Error(`not a name of a key: ${JSON.stringify(name)}`)
  return name
}

function ed25519Key(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch (cause) {
    throw new Error('the signing key of the log is not a private key in PEM', { cause })
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`the signing key of the log is ${key.asymmetricKeyType}, not Ed25519`)
  }
  return key
}
