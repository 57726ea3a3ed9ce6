// Grows a tree by the hashes of tiles, the highest that fit: a million events are a few hundred hashes.
import { HASH_BYTES, type LogTree, TILE_HEIGHT } from '../../tree/log-tree.ts'
import { TILE_WIDTH } from './public-log.ts'

type ReadTile = (level: number, index: number, width: number) => Promise<Buffer>

/** The tiles of a tree of one size, each read once for as long as the next hash is in it. */
export class TilesOf {
  readonly #size: number
  readonly #read: ReadTile
  readonly #last = new Map<number, { readonly index: number; readonly hashes: Buffer }>()

  constructor(size: number, read: ReadTile) {
    this.#size = size
    this.#read = read
  }

  /** The root of the full subtree at this place of a level of tiles. */
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

/** Up to `size` events. Whether the hashes are right shows in the root that it then has. */
export async function growTo(tree: LogTree, size: number, tiles: TilesOf): Promise<void> {
  while (tree.size < size) {
    let level = 0
    for (let wide = TILE_WIDTH; tree.size % wide === 0 && tree.size + wide <= size; wide *= TILE_WIDTH) level += 1
    tree.addFull(await tiles.hash(level, tree.size / TILE_WIDTH ** level), level * TILE_HEIGHT)
  }
}
