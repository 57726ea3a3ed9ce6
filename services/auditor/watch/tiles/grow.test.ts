import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogTree } from '../../tree/log-tree.ts'
import { growTo, TilesOf } from './grow.ts'

const MOST = 66_000
/** Sizes around the edges of tiles, and between them. */
const SIZES = [0, 1, 2, 255, 256, 257, 511, 512, 65_279, 65_535, 65_536, 65_537, 65_792, 65_793, MOST]
for (let size = 997; size < MOST; size += 997) SIZES.push(size)
/** The hashes in tiles, by level. */
const levels: Buffer[][] = []
const roots = new Map<number, string>()
const whole = new LogTree((level, index, hash) => {
  levels[level] ??= []
  levels[level][index] = hash
})
const wanted = new Set(SIZES)
for (let size = 0; size <= MOST; size++) {
  if (wanted.has(size)) roots.set(size, whole.root())
  if (size < MOST) whole.add(randomBytes(32))
}

/** A stored tile has as many hashes as the tree of `size` events gives it. */
function tilesOf(size: number, asked: string[] = []): TilesOf {
  return new TilesOf(size, async (level, index, width) => {
    asked.push(`${level}/${index}`)
    const [from, to] = [index * 256, index * 256 + width]
    expect([width > 0 && width <= 256, to <= Math.floor(size / 256 ** level)]).toEqual([true, true])
    return Buffer.concat(levels[level]!.slice(from, to))
  })
}

test('a tree that grows by hashes of tiles has the roots of one that grew event by event', async () => {
  const size = fc.constantFrom(...SIZES)
  await fc.assert(
    fc.asyncProperty(size, size, size, async (one, other, third) => {
      const [first, second, last] = [one, other, third].sort((a, b) => a - b)
      const tree = new LogTree()
      await growTo(tree, first!, tilesOf(last!))
      expect(tree.root()).toBe(roots.get(first!))
      const goesOn = tree.copy()
      await growTo(goesOn, second!, tilesOf(last!))
      await growTo(goesOn, last!, tilesOf(last!))
      expect([goesOn.size, goesOn.root()]).toEqual([last!, roots.get(last!)])
      expect([tree.size, tree.root()]).toEqual([first!, roots.get(first!)])
    }),
    {
      numRuns: 60,
      examples: [
        [0, 256, 65_536],
        [255, 65_535, 65_537],
        [0, 0, 0],
      ],
    },
  )
})

test('takes few tiles, each once', async () => {
  const asked: string[] = []
  await growTo(new LogTree(), 65_536 + 256 + 1, tilesOf(MOST, asked))
  expect(asked).toEqual(['2/0', '1/1', '0/257'])
})
