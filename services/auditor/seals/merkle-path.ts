// The root that a leaf and its path lead to (RFC 9162, section 2.1.3.2, over the trees of RFC 6962).
import { hash as digest } from 'node:crypto'

const HASH_BYTES = 32

/**
 * The root, in hex. `path`: the sibling hashes, lowest first, as one base64url text. Null if a tree of this size has no
 * such leaf, or no path of this length to it.
 */
export function rootOfPath(leaf: string, index: number, size: number, path: string): string | null {
  const beside = Buffer.from(path, 'base64url')
  // base64url has several spellings of the same bytes: only the canonical one is accepted
  if (index < 0 || index >= size || beside.length % HASH_BYTES !== 0 || beside.toString('base64url') !== path)
    return null
  let at = index
  let last = size - 1
  // text with one character per byte is three times as fast as buffers
  let hash = digest('sha256', `\u0000${leaf}`, 'binary')
  for (let from = 0; from < beside.length; from += HASH_BYTES) {
    if (last === 0) return null
    const isRight = at % 2 === 1 || at === last
    beside.copy(input, isRight ? 1 : 1 + HASH_BYTES, from, from + HASH_BYTES)
    input.write(hash, isRight ? 1 + HASH_BYTES : 1, 'binary')
    hash = digest('sha256', input, 'binary')
    // a last node without a sibling is passed up unchanged
    while (isRight && at % 2 === 0 && at !== 0) {
      at /= 2
      last = Math.floor(last / 2)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? Buffer.from(hash, 'binary').toString('hex') : null
}

/** A one byte, then the hashes of two nodes; reused for every node. */
const input = Buffer.alloc(1 + 2 * HASH_BYTES, 1)
