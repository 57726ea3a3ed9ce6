// One digest over the leaves of all full tiles: by it an audit that goes on knows the tiles again that an earlier one has compared,
// in place of a hash for each of their events.
import { hash as digest } from 'node:crypto'
import { HASH_BYTES, TILE_WIDTH } from './log-tree.ts'

const TILE_BYTES = TILE_WIDTH * HASH_BYTES

export class TileChain {
  /** The digest so far, of none nothing but zeros, and then the leaves of a tile: the next digest is that of both. */
  readonly #input = Buffer.alloc(HASH_BYTES + TILE_BYTES)
  #end = HASH_BYTES

  /** One leaf after the other, or those of a whole tile where one begins. */
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
