// One digest over the leaves of all full tiles. With it, an audit that goes on from an earlier one recognises the tiles
// that were compared then without hashing each of their events again.
import { hash as digest } from 'node:crypto'
import { HASH_BYTES, TILE_WIDTH } from './log-tree.ts'

const TILE_BYTES = TILE_WIDTH * HASH_BYTES

export class TileChain {
  /** The digest so far (zeros before the first tile), then the leaves of a tile. The next digest is over both. */
  readonly #input = Buffer.alloc(HASH_BYTES + TILE_BYTES)
  #end = HASH_BYTES

  /** Adds the next leaf, or all leaves of a tile if one begins here. */
  add(leaves: Buffer): void {
    this.#end += leaves.copy(this.#input, this.#end)
    if (this.#end < this.#input.length) return
    this.#input.write(digest('sha256', this.#input, 'binary'), 0, 'binary')
    this.#end = HASH_BYTES
  }

  /** Base64. */
  get digest(): string {
    return this.#input.toString('base64', 0, HASH_BYTES)
  }
}
