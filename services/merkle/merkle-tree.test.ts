import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rootOfPath } from '#services/auditor/seals/merkle-path.ts'
import { leafHash } from './hashes.ts'
import { merkleTree } from './merkle-tree.ts'

/** The leaves and roots that implementations of Certificate Transparency use as test vectors. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const PATHS: readonly (readonly [index: number, size: number, path: readonly string[]])[] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
]
const hashes = LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')))
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** MTH and PATH literally as in RFC 6962, sections 2.1 and 2.1.1. */
const split = (size: number) => 2 ** Math.ceil(Math.log2(size) - 1)
const mth = (leaves: readonly Buffer[]): Buffer =>
  leaves.length === 1
    ? leaves[0]!
    : sha256(Buffer.of(1), mth(leaves.slice(0, split(leaves.length))), mth(leaves.slice(split(leaves.length))))
const path = (index: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return []
  const k = split(leaves.length)
  return index < k
    ? [...path(index, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(index - k, leaves.slice(k)), mth(leaves.slice(0, k))]
}

describe('the tree of RFC 6962', () => {
  it.each(ROOTS.map((root, index) => [index + 1, root] as const))('of %i leaves has the known root', (size, root) => {
    expect(merkleTree(hashes.slice(0, size)).root.toString('hex')).toBe(root)
  })

  it.each(PATHS)('has the known path of leaf %i of %i', (index, size, known) => {
    expect(merkleTree(hashes.slice(0, size)).path(index).toString('hex')).toBe(known.join(''))
  })

  it('has the roots and paths of the definition, for every size up to 70', () => {
    const many = Array.from({ length: 70 }, (_, n) => leafHash(Buffer.of(n)))
    for (let size = 1; size <= many.length; size++) {
      const leaves = many.slice(0, size)
      const tree = merkleTree(leaves)
      expect(tree.root.equals(mth(leaves))).toBe(true)
      for (let index = 0; index < size; index++) {
        expect(tree.path(index).equals(Buffer.concat(path(index, leaves)))).toBe(true)
      }
    }
  })

  it('needs a leaf', () => expect(() => merkleTree([])).toThrow(RangeError))
})

describe("the auditor's path back to the root", () => {
  const leaves = Array.from({ length: 37 }, (_, n) => `leaf ${n}`)
  const rootFrom = (leaf: string, index: number, size: number, beside: Buffer) =>
    rootOfPath(leaf, index, size, beside.toString('base64url'))

  it('ends at the root from every leaf of every size, and from no other place', () => {
    for (let size = 1; size <= leaves.length; size++) {
      const tree = merkleTree(leaves.slice(0, size).map((leaf) => leafHash(leaf)))
      const root = tree.root.toString('hex')
      for (let index = 0; index < size; index++) {
        const beside = tree.path(index)
        expect(rootFrom(leaves[index]!, index, size, beside)).toBe(root)
        expect(rootFrom(`${leaves[index]} `, index, size, beside)).not.toBe(root)
        if (size > 1) expect(rootFrom(leaves[index]!, index ^ 1, size, beside)).not.toBe(root)
        // also below zero, where a careless check would take it for the first leaf
        for (const outside of [size, -1, -2, index - 64])
          expect(rootFrom(leaves[index]!, outside, size, beside)).toBeNull()
        expect(rootFrom(leaves[index]!, index, size, Buffer.concat([beside, tree.root]))).toBeNull()
        if (size > 1) expect(rootFrom(leaves[index]!, index, size, beside.subarray(32))).toBeNull()
      }
    }
  })

  it('accepts no path that is not made of whole hashes, or is encoded differently', () => {
    const tree = merkleTree(leaves.map((leaf) => leafHash(leaf)))
    const text = tree.path(3).toString('base64url')
    expect(rootOfPath(leaves[3]!, 3, 37, text)).toBe(tree.root.toString('hex'))
    expect(rootOfPath(leaves[3]!, 3, 37, `${text}A`)).toBeNull()
    expect(rootOfPath(leaves[3]!, 3, 37, text.slice(0, -1))).toBeNull()
  })
})
