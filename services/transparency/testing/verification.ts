// What a stranger would check, written from the specifications alone and without any of the product's own code.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect } from 'vitest'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right)

/** RFC 9162, section 2.1.3.2: the root computed from a leaf and its path; null if the path does not fit such a tree. */
export function rootFrom(index: number, size: number, leaf: Buffer, beside: readonly Buffer[]): Buffer | null {
  let [at, last, hash] = [index, size - 1, leaf]
  for (const one of beside) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hash = node(one, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      hash = node(hash, one)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : null
}

/** RFC 9162, section 2.1.4.2: the two roots computed from a consistency proof. */
export function rootsFrom(
  older: number,
  size: number,
  olderRoot: Buffer,
  proof: readonly Buffer[],
): readonly [Buffer, Buffer] | null {
  const path = Number.isInteger(Math.log2(older)) ? [olderRoot, ...proof] : [...proof]
  let [at, last] = [older - 1, size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  let [first, second] = [path[0]!, path[0]!]
  for (const one of path.slice(1)) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      ;[first, second] = [node(one, first), node(one, second)]
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      second = node(second, one)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? [first, second] : null
}

/** c2sp.org/signed-note and c2sp.org/tlog-checkpoint: size and root, if this key has signed them; throws otherwise. */
export function openedNote(note: string, verifierKey: string): { readonly size: number; readonly root: string } {
  // base64 contains plus signs too
  const [, name, id, key] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(verifierKey)!
  const [text, signatures] = note.split('\n\n') as [string, string]
  const [, signer, base64] = /^— (\S+) (\S+)\n$/.exec(signatures)!
  const signature = Buffer.from(base64!, 'base64')
  const raw = Buffer.from(key!, 'base64')
  expect([signer, signature.subarray(0, 4).toString('hex'), raw[0]]).toEqual([name, id, 1])
  expect(
    sha256(Buffer.from(`${name}\n`), raw)
      .subarray(0, 4)
      .toString('hex'),
  ).toBe(id)
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.subarray(1).toString('base64url') },
    format: 'jwk',
  })
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, signature.subarray(4))).toBe(true)
  const [origin, size, root, ...more] = text.split('\n')
  expect([origin, more]).toEqual([name, []])
  return { size: Number(size), root: root! }
}

/**
 * c2sp.org/tlog-proof with the entry as its extra data: what it proves to be at `index`; throws if it proves nothing.
 */
export function openedProof(
  proof: string,
  verifierKey: string,
): { readonly index: number; readonly size: number; readonly entry: string } {
  const end = proof.indexOf('\n\n')
  const [first, extra, place, ...beside] = proof.slice(0, end).split('\n')
  expect(first).toBe('c2sp.org/tlog-proof@v1')
  const entry = Buffer.from(/^extra (\S+)$/.exec(extra!)![1]!, 'base64')
  const index = Number(/^index (0|[1-9]\d*)$/.exec(place!)![1])
  const { size, root } = openedNote(proof.slice(end + 2), verifierKey)
  const hashes = beside.map((line) => Buffer.from(line, 'base64'))
  expect(rootFrom(index, size, sha256(Buffer.of(0), entry), hashes)?.toString('base64')).toBe(root)
  return { index, size, entry: entry.toString() }
}
