// Sums by a key of several columns, as rows: the key, then the sums.
import type { Row } from '../table.ts'

export class Sums {
  readonly #rows = new Map<string, { readonly key: readonly string[]; readonly sums: bigint[] }>()
  readonly #width: number

  constructor(width: number) {
    this.#width = width
  }

  get size(): number {
    return this.#rows.size
  }

  /** `cents`: as many whole numbers as there are sums. What all bets come to may exceed 2^53. */
  add(key: readonly string[], cents: readonly number[]): void {
    const name = JSON.stringify(key)
    let row = this.#rows.get(name)
    if (row === undefined) {
      row = { key, sums: new Array<bigint>(this.#width).fill(0n) }
      this.#rows.set(name, row)
    }
    for (let at = 0; at < this.#width; at++) row.sums[at]! += BigInt(cents[at]!)
  }

  rows(): Row[] {
    return [...this.#rows.values()].map(({ key, sums }) => [...key, ...sums])
  }
}
