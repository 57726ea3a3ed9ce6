// Proofs that a leaf is in a tree, and that a tree grew from a smaller one (RFC 6962, sections 2.1.1 and 2.1.2), made
// from the tiles that hold the tree.
import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './hashes.ts'
import { rootOfRun, TILE_HEIGHT, TILE_WIDTH } from './tiles.ts'

/** Returns at least `width` hashes of a tile. Throws if the tile has fewer. */
export type ReadTile = (level: number, index: number, width: number) => Promise<Buffer>

/** Where a full subtree ends: the largest power of two below `size`. */
const split = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1)
const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size))

export class Proofs {
  readonly #read: ReadTile

  constructor(read: ReadTile) {
    this.#read = read
  }

  /** The root of the first `size` leaves. */
  root(size: number): Promise<Buffer> {
    return size === 0 ? Promise.resolve(EMPTY_ROOT) : this.#subtree(0, size)
  }

  /**
   * The sibling hashes on the path from a leaf to the root, lowest first. Throws RangeError if there is no such leaf.
   */
  async inclusion(index: number, size: number): Promise<Buffer[]> {
    if (!(index >= 0 && index < size)) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`)
    const beside: Promise<Buffer>[] = []
    for (let from = 0, to = size; to - from > 1; ) {
      const middle = from + split(to - from)
      if (index < middle) {
        beside.push(this.#subtree(middle, to))
        to = middle
      } else {
        beside.push(this.#subtree(from, middle))
        from = middle
      }
    }
    return (await Promise.all(beside)).reverse()
  }

  /**
   * The hashes that lead from the root of the first `older` leaves to that of the first `size`. Empty if `older` is 0
   * or they are equal.
   */
  async consistency(older: number, size: number): Promise<Buffer[]> {
    if (!(older >= 0 && older <= size)) throw new RangeError(`a tree of ${size} leaves did not grow from ${older}`)
    if (older === 0 || older === size) return []
    const hashes: Promise<Buffer>[] = []
    let from = 0
    let to = size
    while (to !== older) {
      const middle = from + split(to - from)
      if (older <= middle) {
        hashes.push(this.#subtree(middle, to))
        to = middle
      } else {
        hashes.push(this.#subtree(from, middle))
        from = middle
      }
    }
    // whoever asks knows the older tree itself, but not the part to its right
    if (from > 0) hashes.push(this.#subtree(from, to))
    return (await Promise.all(hashes)).reverse()
  }

  /** The root over leaves `from` to `to`, if a full subtree of that size could begin at `from`. */
  async #subtree(from: number, to: number): Promise<Buffer> {
    const size = to - from
    if (isPowerOfTwo(size)) return this.#full(from, size)
    const middle = from + split(size)
    const [left, right] = await Promise.all([this.#full(from, middle - from), this.#subtree(middle, to)])
    return nodeHash(left, right)
  }

  async #full(from: number, size: number): Promise<Buffer> {
    const level = Math.floor(Math.log2(size) / TILE_HEIGHT)
    const span = TILE_WIDTH ** level
    const first = (from / span) % TILE_WIDTH
    const last = first + size / span
    const hashes = await this.#read(level, Math.floor(from / span / TILE_WIDTH), last)
    return rootOfRun(hashes.subarray(first * HASH_BYTES, last * HASH_BYTES))
  }
}
