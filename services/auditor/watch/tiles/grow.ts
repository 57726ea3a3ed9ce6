// Grows a tree by the highest hashes of tiles that fit: a million events take a few hundred hashes.
import { HASH_BYTES, type LogTree, TILE_HEIGHT } from '../../tree/log-tree.ts'
import { TILE_WIDTH } from './public-log.ts'

type ReadTile = (level: number, index: number, width: number) => Promise<Buffer>

/** The tiles of a tree of one size. The last one of each level is kept, so hashes in order read each tile once. */
export class TilesOf {
  readonly #size: number
  readonly #read: ReadTile
  readonly #last = new Map<number, { readonly index: number; readonly hashes: Buffer }>()

  constructor(size: number, read: ReadTile) {
    this.#size = size
    this.#read = read
  }

  /** The hash at this place of a level of tiles: the root of a full subtree. */
  async hash(level: number, place: number): Promise<Buffer> {
    const index = Math.floor(place / TILE_WIDTH)
    const at = (place % TILE_WIDTH) * HASH_BYTES
    let tile = this.#last.get(level)
    if (tile?.index !== index) {
      const width = Math.min(TILE_WIDTH, Math.floor(this.#size / TILE_WIDTH ** level) - index * TILE_WIDTH)
      tile = { index, hashes: await this.#read(level, index, width) }
      this.#last.set(level, tile)
    }
    return tile.hashes.subarray(at, at + HASH_BYTES)
  }
}

/** Grows the tree to `size` events. If a hash is wrong, so is the root that the tree then has. */
export async function growTo(tree: LogTree, size: number, tiles: TilesOf): Promise<void> {
  while (tree.size < size) {
    let level = 0
    for (let wide = TILE_WIDTH; tree.size % wide === 0 && tree.size + wide <= size; wide *= TILE_WIDTH) level += 1
    tree.addFull(await tiles.hash(level, tree.size / TILE_WIDTH ** level), level * TILE_HEIGHT)
  }
}
