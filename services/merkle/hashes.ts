// The hashes of RFC 6962 (section 2.1) over SHA-256.
import { hash } from 'node:crypto'

export const HASH_BYTES = 32
const LEAF = 0
const NODE = 1
/** Of UTF-8, for each unit of a string. */
const MOST_BYTES = 3

/**
 * What is hashed is put together here. With new buffers for each hash, V8 collected the notary's heap twice a second
 * for memory outside of it.
 */
let room = Buffer.alloc(16_384)

export function leafHash(leaf: string | Uint8Array): Buffer {
  if (typeof leaf === 'string') {
    makeRoom(leaf.length * MOST_BYTES)
    return hashRoom(LEAF, room.write(leaf, 1))
  }
  makeRoom(leaf.length)
  room.set(leaf, 1)
  return hashRoom(LEAF, leaf.length)
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  room.set(left, 1)
  room.set(right, 1 + left.length)
  return hashRoom(NODE, left.length + right.length)
}

/** The root of a tree without leaves. */
export const EMPTY_ROOT = hash('sha256', '', 'buffer')

function makeRoom(bytes: number): void {
  if (room.length <= bytes) room = Buffer.alloc(2 * bytes)
}

/** `bytes` are those that follow the prefix. */
function hashRoom(prefix: number, bytes: number): Buffer {
  room[0] = prefix
  return hash('sha256', room.subarray(0, 1 + bytes), 'buffer')
}
