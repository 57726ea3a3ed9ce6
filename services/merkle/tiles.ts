// A tree that grows, stored as tiles of c2sp.org/tlog-tiles: runs of 256 hashes, eight levels of the tree apart.
import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './hashes.ts'

export const TILE_HEIGHT = 8
export const TILE_WIDTH = 2 ** TILE_HEIGHT

/** `hashes`: of `width` neighbours, concatenated; at level 0 of leaves, above that of full tiles below. */
export type Tile = { readonly level: number; readonly index: number; readonly hashes: Buffer }
export const widthOf = ({ hashes }: Tile): number => hashes.length / HASH_BYTES

/** How many hashes the last tile of a level has in a tree of `size` leaves; 0 if the last one is full. */
export const lastWidth = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH

/** How many hashes a tile has in a tree of `size` leaves. */
export const widthIn = (size: number, level: number, index: number): number =>
  Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH)

/** The tiles at the right edge of a tree of `size` leaves, which grow with it: those that exist, lowest first. */
export function edgeOf(size: number): { readonly level: number; readonly index: number; readonly width: number }[] {
  const edge = []
  for (let level = 0, span = 1; span <= size; level++, span *= TILE_WIDTH) {
    const width = lastWidth(size, level)
    if (width > 0) edge.push({ level, index: Math.floor(size / span / TILE_WIDTH), width })
  }
  return edge
}

/** The root of a full subtree over these hashes; their number must be a power of two. */
export function rootOfRun(hashes: Buffer): Buffer {
  let level = hashes
  while (level.length > HASH_BYTES) {
    const above = Buffer.allocUnsafe(level.length / 2)
    for (let at = 0; at < level.length; at += 2 * HASH_BYTES) {
      nodeHash(level.subarray(at, at + HASH_BYTES), level.subarray(at + HASH_BYTES, at + 2 * HASH_BYTES)).copy(
        above,
        at / 2,
      )
    }
    level = above
  }
  return level
}

export class GrowingTree {
  #size: number
  /** The tile of each level that is being filled; null if the next hash begins one. */
  readonly #edge: (Growing | null)[] = []
  #filled: Tile[] = []

  /** Continues a tree of `size` leaves whose edge was stored. Throws RangeError if `edge` is not that tree's. */
  constructor(size = 0, edge: readonly Tile[] = []) {
    this.#size = size
    const expected = edgeOf(size)
    const fits = expected.every(({ level, index, width }) =>
      edge.some((tile) => tile.level === level && tile.index === index && widthOf(tile) === width),
    )
    if (!fits || edge.length !== expected.length) throw new RangeError(`not the edge of a tree of ${size} leaves`)
    for (const tile of edge) this.#edge[tile.level] = grow(tile)
  }

  get size(): number {
    return this.#size
  }

  append(leaf: Buffer): void {
    this.#add(0, leaf)
    this.#size++
  }

  root(): Buffer {
    let root: Buffer | null = null
    for (const growing of this.#edge) {
      if (growing == null) continue
      const { hashes, width } = growing
      // the full subtrees of this tile, the rightmost and smallest first
      for (let end = width, run = 1; end > 0; run *= 2) {
        if (end % (2 * run) === 0) continue
        end -= run
        const left = rootOfRun(hashes.subarray(end * HASH_BYTES, (end + run) * HASH_BYTES))
        root = root === null ? left : nodeHash(left, root)
      }
    }
    return root ?? EMPTY_ROOT
  }

  /** The tiles that were filled since the last call, and those of the edge as they are now. */
  takeChanged(): Tile[] {
    const filled = this.#filled
    this.#filled = []
    const edge = this.#edge.flatMap((growing) => {
      if (growing == null) return []
      const { level, index, hashes, width } = growing
      return [{ level, index, hashes: Buffer.from(hashes.subarray(0, width * HASH_BYTES)) }]
    })
    return [...filled, ...edge]
  }

  #add(level: number, hash: Buffer): void {
    const growing = this.#edge[level] ?? this.#begin(level)
    hash.copy(growing.hashes, growing.width * HASH_BYTES)
    growing.width++
    if (growing.width < TILE_WIDTH) return
    this.#edge[level] = null
    this.#filled.push({ level, index: growing.index, hashes: growing.hashes })
    this.#add(level + 1, rootOfRun(growing.hashes))
  }

  #begin(level: number): Growing {
    const index = Math.floor(this.#size / TILE_WIDTH ** (level + 1))
    const growing = { level, index, hashes: Buffer.allocUnsafe(TILE_WIDTH * HASH_BYTES), width: 0 }
    this.#edge[level] = growing
    return growing
  }
}

type Growing = { readonly level: number; readonly index: number; readonly hashes: Buffer; width: number }

function grow(tile: Tile): Growing {
  const hashes = Buffer.allocUnsafe(TILE_WIDTH * HASH_BYTES)
  tile.hashes.copy(hashes)
  return { level: tile.level, index: tile.index, hashes, width: widthOf(tile) }
}
