// Encrypts and decrypts a stream in the format age-encryption.org/v1 (X25519, ChaCha20-Poly1305 in chunks of 64 KiB).
// The program `age` can read what is written here, and the other way round.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { BackupError } from '../errors.ts'
import { CIPHER, derive, readHeader, TAG_BYTES, writeHeader } from './header.ts'
import type { Identity, Recipient } from './keys.ts'

const PIECE = 65_536
const NONCE_BYTES = 16
const COUNTER_AT = 3
const LAST_AT = 11
const MAX_HEADER = 65_536
const HEADER_END = /\n--- \S+\n/

/** The nonces of its chunks: a counter, and whether a chunk is the last one. */
class Pieces {
  readonly #key: Buffer
  readonly #nonce = Buffer.alloc(12)
  #number = 0n

  constructor(fileKey: Buffer, nonce: Buffer) {
    this.#key = derive(fileKey, nonce, 'payload')
  }

  get isFirst(): boolean {
    return this.#number === 0n
  }

  #next(isLast: boolean): Buffer {
    this.#nonce.writeBigUInt64BE(this.#number++, COUNTER_AT)
    this.#nonce[LAST_AT] = isLast ? 1 : 0
    return this.#nonce
  }

  seal(piece: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, this.#next(isLast), { authTagLength: TAG_BYTES })
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }

  open(sealed: Buffer, isLast: boolean): Buffer {
    const end = sealed.length - TAG_BYTES
    if (end < 0 || (end === 0 && !this.isFirst)) throw altered()
    const decipher = createDecipheriv(CIPHER, this.#key, this.#next(isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(end))
    const piece = decipher.update(sealed.subarray(0, end))
    try {
      decipher.final()
    } catch {
      throw altered()
    }
    return piece
  }
}

const altered = () => new BackupError('backup_altered', 'it was changed or cut since it was encrypted')

/** Passes on chunks of one length; the last one, known only at the end, may be shorter. */
class Cutter {
  readonly #length: number
  #held: Buffer = Buffer.alloc(0)

  constructor(length: number) {
    this.#length = length
  }

  /** Passes on everything except what may be the last chunk. */
  *add(bytes: Buffer): Generator<Buffer> {
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    while (this.#held.length > this.#length) {
      yield this.#held.subarray(0, this.#length)
      this.#held = this.#held.subarray(this.#length)
    }
  }

  get rest(): Buffer {
    return this.#held
  }
}

/** Takes plain bytes, gives the encrypted file. Anybody with the identity of one of the recipients can read it. */
export function encryption(recipients: readonly Recipient[]): Transform {
  const fileKey = randomBytes(16)
  const nonce = randomBytes(NONCE_BYTES)
  const pieces = new Pieces(fileKey, nonce)
  const cutter = new Cutter(PIECE)
  const stream = new Transform({
    transform(bytes: Buffer, _, done) {
      for (const piece of cutter.add(bytes)) this.push(pieces.seal(piece, false))
      done()
    },
    flush(done) {
      done(null, pieces.seal(cutter.rest, true))
    },
  })
  stream.push(Buffer.concat([writeHeader(fileKey, recipients), nonce]))
  return stream
}

/**
 * Takes the encrypted file, gives plain bytes. Fails with BackupError if the file was changed, or is for somebody else.
 */
export function decryption(identities: readonly Identity[]): Transform {
  const cutter = new Cutter(PIECE + TAG_BYTES)
  let head: Buffer = Buffer.alloc(0)
  let pieces: Pieces | null = null

  /** What follows the header; null while the header is incomplete. */
  function begin(bytes: Buffer): Buffer | null {
    head = Buffer.concat([head, bytes])
    const found = HEADER_END.exec(head.subarray(0, MAX_HEADER).toString('latin1'))
    if (found === null && head.length >= MAX_HEADER) throw altered()
    const end = found === null ? Number.POSITIVE_INFINITY : found.index + found[0].length
    if (head.length < end + NONCE_BYTES) return null
    const fileKey = readHeader(head.subarray(0, end), identities)
    pieces = new Pieces(fileKey, head.subarray(end, end + NONCE_BYTES))
    return head.subarray(end + NONCE_BYTES)
  }
  const attempt = (done: TransformCallback, work: () => void) => {
    try {
      work()
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
  return new Transform({
    transform(bytes: Buffer, _, done) {
      attempt(done, () => {
        const sealed = pieces === null ? begin(bytes) : bytes
        if (sealed !== null) for (const piece of cutter.add(sealed)) this.push(pieces!.open(piece, false))
      })
    },
    flush(done) {
      attempt(done, () => {
        if (pieces === null) throw altered()
        this.push(pieces.open(cutter.rest, true))
      })
    },
  })
}
