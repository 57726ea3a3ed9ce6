import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rootFrom, rootsFrom } from '#services/transparency/testing/verification.ts'
import { EMPTY_ROOT, leafHash } from './hashes.ts'
import { merkleTree } from './merkle-tree.ts'
import { Proofs } from './proofs.ts'
import { edgeOf, GrowingTree, lastWidth, TILE_WIDTH, type Tile, widthOf } from './tiles.ts'

const leaves = Array.from({ length: 70_000 }, (_, n) => leafHash(`leaf ${n}`))

/** Stands in for a store of tiles. */
class Kept {
  readonly tiles = new Map<string, Tile>()
  keep(tiles: readonly Tile[]) {
    for (const tile of tiles) this.tiles.set(`${tile.level}/${tile.index}`, tile)
  }
  read = (level: number, index: number, width: number): Promise<Buffer> => {
    const tile = this.tiles.get(`${level}/${index}`)
    if (tile === undefined || widthOf(tile) < width) throw new Error(`no tile ${level}/${index} of ${width}`)
    return Promise.resolve(tile.hashes)
  }
}

function grown(size: number): { readonly tree: GrowingTree; readonly kept: Kept } {
  const tree = new GrowingTree()
  const kept = new Kept()
  for (const leaf of leaves.slice(0, size)) tree.append(leaf)
  kept.keep(tree.takeChanged())
  return { tree, kept }
}

describe('a tree of tiles', () => {
  it('has the root of the tree over the same leaves, at every size', () => {
    const tree = new GrowingTree()
    expect(tree.root().equals(EMPTY_ROOT)).toBe(true)
    expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    for (let size = 1; size <= 600; size++) {
      tree.append(leaves[size - 1]!)
      expect(tree.root().equals(merkleTree(leaves.slice(0, size)).root)).toBe(true)
    }
  })

  it('has the tiles of the specification’s example', () => {
    const { tree, kept } = grown(70_000)
    const widths = (level: number) =>
      [...kept.tiles.values()].filter((tile) => tile.level === level).map((tile) => widthOf(tile))
    expect(widths(0).filter((width) => width === TILE_WIDTH)).toHaveLength(273)
    expect(widths(0).filter((width) => width !== TILE_WIDTH)).toEqual([112])
    expect(widths(1).sort()).toEqual([17, TILE_WIDTH])
    expect(widths(2)).toEqual([1])
    expect(widths(3)).toEqual([])
    expect(edgeOf(70_000).map(({ width }) => width)).toEqual([112, 17, 1])
    expect(edgeOf(256)).toEqual([{ level: 1, index: 0, width: 1 }])
    expect(lastWidth(256, 0)).toBe(0)
    expect(tree.root().equals(merkleTree(leaves).root)).toBe(true)
  })

  it('continues from its edge wherever it stopped', () => {
    const size = fc.integer({ min: 0, max: 1_500 })
    fc.assert(
      fc.property(size, size, (stopped, more) => {
        const { kept } = grown(stopped)
        const edge = edgeOf(stopped).map(({ level, index }) => kept.tiles.get(`${level}/${index}`)!)
        const tree = new GrowingTree(stopped, edge)
        for (const leaf of leaves.slice(stopped, stopped + more)) tree.append(leaf)
        kept.keep(tree.takeChanged())
        const whole = grown(stopped + more)
        expect(tree.root().equals(whole.tree.root())).toBe(true)
        for (const [name, tile] of whole.kept.tiles) {
          expect(kept.tiles.get(name)!.hashes.equals(tile.hashes), name).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('continues from no other edge', () => {
    const { kept } = grown(300)
    const edge = edgeOf(300).map(({ level, index }) => kept.tiles.get(`${level}/${index}`)!)
    expect(() => new GrowingTree(301, edge)).toThrow(RangeError)
    expect(() => new GrowingTree(300, edge.slice(1))).toThrow(RangeError)
    expect(() => new GrowingTree(300, [...edge, { level: 5, index: 0, hashes: leaves[0]! }])).toThrow(RangeError)
  })
})

describe('proofs from tiles', () => {
  const { kept } = grown(70_000)
  const proofs = new Proofs(kept.read)

  it('lead from any leaf of any tree inside to its root, and from no other', async () => {
    const pair = fc
      .integer({ min: 1, max: 70_000 })
      .chain((size) => fc.record({ size: fc.constant(size), index: fc.integer({ min: 0, max: size - 1 }) }))
    await fc.assert(
      fc.asyncProperty(pair, async ({ size, index }) => {
        const root = await proofs.root(size)
        const beside = await proofs.inclusion(index, size)
        expect(rootFrom(index, size, leaves[index]!, beside)?.equals(root)).toBe(true)
        expect(rootFrom(index, size, leafHash('another'), beside)?.equals(root)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('lead from any tree to any larger one', async () => {
    const pair = fc
      .integer({ min: 1, max: 70_000 })
      .chain((size) => fc.record({ size: fc.constant(size), older: fc.integer({ min: 1, max: size }) }))
    await fc.assert(
      fc.asyncProperty(pair, async ({ size, older }) => {
        const [before, after] = [await proofs.root(older), await proofs.root(size)]
        const proof = await proofs.consistency(older, size)
        if (older === size) {
          expect(proof).toEqual([])
          return
        }
        const roots = rootsFrom(older, size, before, proof)
        expect(roots?.[0].equals(before)).toBe(true)
        expect(roots?.[1].equals(after)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('have the roots of the trees over the same leaves', async () => {
    for (const size of [1, 2, 255, 256, 257, 511, 65_535, 65_536, 65_537, 70_000]) {
      expect((await proofs.root(size)).equals(merkleTree(leaves.slice(0, size)).root), String(size)).toBe(true)
    }
    expect((await proofs.root(0)).equals(EMPTY_ROOT)).toBe(true)
  })

  it('are refused if there is nothing to prove', async () => {
    await expect(proofs.inclusion(5, 5)).rejects.toThrow(RangeError)
    await expect(proofs.inclusion(-1, 5)).rejects.toThrow(RangeError)
    await expect(proofs.consistency(6, 5)).rejects.toThrow(RangeError)
    expect(await proofs.consistency(0, 5)).toEqual([])
  })
})
