// Which keys a table on disk may hold: most that are looked for are in none, and SQLite takes some microseconds to say so.

/** A quarter of a million keys leave four in five of the others unmarked, in 128 kB. */
const BITS = 20
const WORD_BITS = 32

/** One bit for each key, by a hash of it: a key that was marked is always found, another now and then. */
export class KeyMarks {
  readonly #words: Uint32Array

  /** `bytes`: of others. */
  constructor(bytes?: Uint8Array) {
    this.#words = bytes === undefined ? new Uint32Array(2 ** BITS / WORD_BITS) : new Uint32Array(bytes.slice().buffer)
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#words.buffer)
  }

  add(key: string): void {
    const bit = bitOf(key)
    this.#words[bit >>> 5]! |= 1 << (bit & 31)
  }

  mayHave(key: string): boolean {
    const bit = bitOf(key)
    return (this.#words[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  clear(): void {
    this.#words.fill(0)
  }
}

/** FNV-1a over its characters, the upper bits of it. */
function bitOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> (32 - BITS)
}
