// The Merkle tree of RFC 6962 (section 2.1) over SHA-256: its root, and the path from each leaf to it.
import { HASH_BYTES, nodeHash } from './hashes.ts'

export type MerkleTree = {
  readonly size: number
  readonly root: Buffer
  /** The sibling hashes on the path from a leaf to the root, lowest first, concatenated. */
  path(index: number): Buffer
}

/** A tree over the hashes of its leaves; at least one. */
export function merkleTree(leaves: readonly Buffer[]): MerkleTree {
  if (leaves.length === 0) throw new RangeError('a tree of no leaves')
  const levels: (readonly Buffer[])[] = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) level = levelAbove(level)
  return {
    size: leaves.length,
    root: levels.at(-1)![0]!,
    path(index) {
      const beside: Buffer[] = []
      for (const [depth, level] of levels.entries()) {
        const sibling = level[(index >> depth) ^ 1]
        if (sibling !== undefined) beside.push(sibling)
      }
      return Buffer.concat(beside, beside.length * HASH_BYTES)
    },
  }
}

/** A last node without a sibling moves up unchanged. */
function levelAbove(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = []
  for (let left = 0; left < level.length; left += 2) {
    const right = level[left + 1]
    above.push(right === undefined ? level[left]! : nodeHash(level[left]!, right))
  }
  return above
}
