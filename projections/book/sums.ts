// Sums by a key of several columns, as rows: the key, then the sums.
import type { Row } from '../table.ts'
import { outcomeOf, PARLAY, type StruckBet } from './struck-bet.ts'

export class Sums {
  readonly #rows = new Map<string, { readonly key: readonly string[]; readonly sums: bigint[] }>()
  readonly #width: number

  constructor(width: number) {
    this.#width = width
  }

  get size(): number {
    return this.#rows.size
  }

  /** `cents`: one whole number for each sum. BigInt inside, because sums over all bets may exceed 2^53. */
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

/** What open bets may cost, by outcome, in the column order of table `liability`. */
export class Liability extends Sums {
  constructor() {
    super(9)
  }

  /**
   * `times`: by how much the number of open bets changes: 1, -1 or 0. `most`: by how much the most that the bet can
   * still return changes, in cents.
   */
  open({ market, stakeCents, returnCents, legs }: StruckBet, times: number, most: number): void {
    const [stakes, struck] = [times * stakeCents, times * returnCents]
    const cells =
      market === PARLAY
        ? [0, 0, 0, times, struck, struck, 0, most, most]
        : [times, stakes, struck, 0, 0, struck, most, 0, most]
    for (const leg of legs) this.add(outcomeOf(leg), cells)
  }
}
