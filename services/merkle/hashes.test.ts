import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafHash, nodeHash } from './hashes.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const text = fc.string({ unit: 'grapheme', maxLength: 50 })

test('a leaf is hashed after a zero, and two hashes after a one, however long they are and whatever was hashed before', () => {
  const leaf = fc.tuple(text, fc.constantFrom(1, 100, 1_000)).map(([part, times]) => part.repeat(times))
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 1 }), (leaves) => {
      const hashes = leaves.map((one) => leafHash(Buffer.from(one)))
      expect(hashes).toEqual(leaves.map((one) => sha256(Buffer.of(0), Buffer.from(one))))
      expect(leaves.map((one) => leafHash(one))).toEqual(hashes)
      const [first, last] = [hashes[0]!, hashes.at(-1)!]
      expect(nodeHash(first, last)).toEqual(sha256(Buffer.of(1), first, last))
    }),
  )
})
