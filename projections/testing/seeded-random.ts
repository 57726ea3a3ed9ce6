// Random numbers that are the same for the same seed.
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** 32 bits of mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return this.#next() % Math.max(1, limit)
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  /** 32 lower-case hexadecimal digits. */
  id(): string {
    return Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, '0')).join('')
  }
}
