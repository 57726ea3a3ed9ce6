// Which keys a table on disk may hold (a Bloom filter with one hash). Most keys that are looked up are in no table, and
// asking SQLite takes some microseconds.

/** The first layer has 2 ** 20 bits: 128 kB. */
const FIRST_BITS = 20
/** Each layer is eight times as large as the one before. */
const MORE_BITS = 3
const WORD_BITS = 32
/** A layer takes one key per four bits, so that four in five other keys find no mark. */
const BITS_PER_KEY = 4

/** One bit for each key, by its hash: a marked key is always found, another one now and then. */
export class KeyMarks {
  #layers: Uint32Array[] = []
  /** How many more keys the last layer takes. */
  #room = 0

  /** `bytes`: of other marks, to go on from. */
  constructor(bytes?: Uint8Array) {
    if (bytes === undefined) return
    const words = new Uint32Array(bytes.slice().buffer)
    this.#room = words[0]!
    for (let at = 1; at < words.length; at += this.#layers.at(-1)!.length) {
      this.#layers.push(words.subarray(at, at + wordsOf(this.#layers.length)))
    }
  }

  get bytes(): Uint8Array {
    const words = new Uint32Array(1 + this.#layers.reduce((sum, { length }) => sum + length, 0))
    words[0] = this.#room
    let at = 1
    for (const layer of this.#layers) {
      words.set(layer, at)
      at += layer.length
    }
    return new Uint8Array(words.buffer)
  }

  /** Marks the hash of a key that was not marked before. */
  add(hash: number): void {
    if (this.#room === 0) this.#grow()
    this.#room -= 1
    const bit = hash >>> shiftOf(this.#layers.length - 1)
    this.#layers.at(-1)![bit >>> 5]! |= 1 << (bit & 31)
  }

  mayHave(hash: number): boolean {
    return this.#layers.some((words, index) => {
      const bit = hash >>> shiftOf(index)
      return (words[bit >>> 5]! & (1 << (bit & 31))) !== 0
    })
  }

  clear(): void {
    this.#layers = []
    this.#room = 0
  }

  #grow(): void {
    const words = wordsOf(this.#layers.length)
    this.#layers.push(new Uint32Array(words))
    this.#room = (words * WORD_BITS) / BITS_PER_KEY
  }
}

const bitsOf = (layer: number): number => Math.min(FIRST_BITS + MORE_BITS * layer, WORD_BITS)
const wordsOf = (layer: number): number => 2 ** bitsOf(layer) / WORD_BITS
const shiftOf = (layer: number): number => WORD_BITS - bitsOf(layer)

/** FNV-1a over the key's UTF-16 units, as a signed number of 32 bits. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash
}
