// Completes the tables of a rebuilt book, once every bet is in them.
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import type { Fold, ReadRows } from '../projection.ts'
import { insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'
import { betsOf } from './bets-of.ts'
import { legRows } from './open-bets.ts'
import { ADD_BOOKED_LATER, addDays, addLiability, COUNT_BOOKED_LATER } from './statements.ts'
import { mostReturnOf, type StruckBet } from './struck-bet.ts'
import { Liability, type Sums } from './sums.ts'
import { bookLeg } from './tables.ts'

/** Writes the sums in memory, and adds those of bets that were no longer in memory. */
export class SummedBook implements Fold {
  readonly #days: Sums
  readonly #liability: Liability
  readonly #bookedLater: number

  constructor(days: Sums, liability: Liability, bookedLater: number) {
    this.#days = days
    this.#liability = liability
    this.#bookedLater = bookedLater
  }

  get size(): number {
    return this.#days.size + this.#liability.size
  }

  add(): void {
    throw new Error('the whole log has been folded')
  }

  writes(): Write[] {
    return [
      ...(this.#days.size === 0 ? [] : [addDays(this.#days)]),
      { name: 'count_booked_later', text: COUNT_BOOKED_LATER, values: [this.#bookedLater], rows: 1 },
      { name: 'add_booked_later', text: ADD_BOOKED_LATER, values: [] },
      ...(this.#liability.size === 0 ? [] : [addLiability(this.#liability)]),
    ]
  }
}

/** Opens some bets that were no longer in memory. */
export class LeftToOpen implements Fold {
  readonly #ids: readonly string[]
  readonly #outcomesOf: (bet: StruckBet) => FixtureOutcome[]
  readonly #liability = new Liability()
  readonly #legs: Row[] = []

  constructor(ids: readonly string[], outcomesOf: (bet: StruckBet) => FixtureOutcome[]) {
    this.#ids = ids
    this.#outcomesOf = outcomesOf
  }

  get size(): number {
    return this.#ids.length
  }

  add(): void {
    throw new Error('the whole log has been folded')
  }

  async read(rows: ReadRows): Promise<void> {
    for (const bet of (await betsOf(rows, this.#ids)).values()) {
      this.#liability.open(bet, 1, mostReturnOf(bet, this.#outcomesOf(bet)))
      this.#legs.push(...legRows(bet))
    }
  }

  writes(): Write[] {
    return [insertRows(bookLeg, this.#legs), addLiability(this.#liability)]
  }
}
