// The tree over the log, grown leaf by leaf (RFC 6962, section 2.1).
import { hash as digest } from 'node:crypto'

export const HASH_BYTES = 32
/** Levels of the tree between two levels of tiles (c2sp.org/tlog-tiles). */
export const TILE_HEIGHT = 8
export const TILE_WIDTH = 256

/** Going through text with one character per byte takes less than half as long as asking for a buffer. */
const sha256 = (bytes: string | Buffer): Buffer => Buffer.from(digest('sha256', bytes, 'binary'), 'binary')

/** The leaf hash of an event's canonical bytes. */
export const leafOf = (body: string | Buffer): Buffer =>
  sha256(typeof body === 'string' ? `\u0000${body}` : afterZero(body))

/** A zero byte, then a body; reused by each call. */
let leaf = Buffer.alloc(4_096)

function afterZero(body: Buffer): Buffer {
  if (leaf.length <= body.length) leaf = Buffer.alloc(2 * body.length)
  body.copy(leaf, 1)
  return leaf.subarray(0, 1 + body.length)
}

const pair = Buffer.alloc(1 + 2 * HASH_BYTES, 1)
function nodeOf(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1)
  right.copy(pair, 1 + HASH_BYTES)
  return sha256(pair)
}

/**
 * The root of a full subtree. `leaves`: the hashes of its leaves, one after the other; their number is a power of two.
 */
export function rootOfFull(leaves: Buffer): Buffer {
  let level = leaves
  while (level.length > HASH_BYTES) {
    const above = Buffer.alloc(level.length / 2)
    for (let at = 0; at < above.length; at += HASH_BYTES) {
      level.copy(pair, 1, 2 * at, 2 * (at + HASH_BYTES))
      above.write(digest('sha256', pair, 'binary'), at, 'binary')
    }
    level = above
  }
  return level
}

/** Called with each hash that belongs in a tile, in the order of its level. */
type OnTileHash = (level: number, index: number, hash: Buffer) => void

export class LogTree {
  #size = 0
  /** The roots of the full subtrees that the tree consists of, largest first. */
  readonly #peaks: Buffer[] = []
  readonly #onTileHash: OnTileHash

  constructor(onTileHash: OnTileHash = () => undefined) {
    this.#onTileHash = onTileHash
  }

  get size(): number {
    return this.#size
  }

  add(leaf: Buffer): void {
    this.addFull(leaf, 0)
  }

  /** Adds a full subtree of this height by its root. The size must be a multiple of the subtree's. */
  addFull(root: Buffer, height: number): void {
    let hash = root
    let before = this.#size / 2 ** height
    // two neighbouring subtrees of the same size become one
    for (let at = height; ; at++) {
      if (at % TILE_HEIGHT === 0) this.#onTileHash(at / TILE_HEIGHT, before, hash)
      if (before % 2 === 0) break
      hash = nodeOf(this.#peaks.pop()!, hash)
      before = (before - 1) / 2
    }
    this.#peaks.push(hash)
    this.#size += 2 ** height
  }

  /** An independent copy, which does not call `onTileHash`. */
  copy(): LogTree {
    const tree = new LogTree()
    tree.#size = this.#size
    tree.#peaks.push(...this.#peaks)
    return tree
  }

  /** Base64. */
  root(): string {
    const peaks = this.#peaks.toReversed()
    const root = peaks.slice(1).reduce((right, left) => nodeOf(left, right), peaks[0] ?? sha256(''))
    return root.toString('base64')
  }
}

/** One hash of a tile; empty if the tile has none at that place. */
export const hashIn = (hashes: Buffer, at: number): Buffer => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)

/** How many hashes a tile has in a tree of `size` leaves; 0 for a level or index below 0. */
export function hashesIn(size: number, level: number, index: number): number {
  if (level < 0 || index < 0) return 0
  return Math.min(TILE_WIDTH, Math.max(0, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH))
}
