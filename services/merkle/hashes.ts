// The hashes of RFC 6962 (section 2.1) over SHA-256.
import { hash } from 'node:crypto'

export const HASH_BYTES = 32
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

const sha256 = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')
export const leafHash = (leaf: string | Uint8Array): Buffer =>
  sha256(LEAF, typeof leaf === 'string' ? Buffer.from(leaf) : leaf)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right)
/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256()
