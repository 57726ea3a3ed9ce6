// The book of a whole log at once: every bet is written as it is placed, and the liability of open bets is summed at
// the end, by everything that was decided of their games.

import { businessDay } from '#domain/calendar/business-day.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { outcomeAfter } from '#domain/fixture/outcome-after.ts'
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines, Fold } from '../projection.ts'
import { copyLine } from '../table.ts'
import { legRows } from './open-bets.ts'
import { LeftToOpen, SummedBook } from './rest.ts'
import { bookBetRow, mostReturnOf, type StruckBet, struckBet } from './struck-bet.ts'
import { Liability, Sums } from './sums.ts'
import { bookBet, bookDecision, bookedLater, bookLeg } from './tables.ts'

/** A bet takes as much memory as several other rows. */
const ROWS_OF_A_BET = 4
/** How many bets are read at once. */
const PAGE = 2_000

export class BookBulkFold implements BulkFold {
  /** In order of placement. */
  readonly #open = new Map<string, StruckBet>()
  /** Open bets that are no longer in memory, or were opened again. */
  readonly #openElsewhere = new Set<string>()
  readonly #days = new Sums(5)
  readonly #liability = new Liability()
  readonly #outcomes = new Map<string, FixtureOutcome>()
  readonly #copy: CopyLines
  readonly #betsInMemory: number
  #bookedLater = 0

  constructor(copy: CopyLines, rowsInMemory: number) {
    this.#copy = copy
    this.#betsInMemory = Math.ceil(rowsInMemory / ROWS_OF_A_BET)
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced':
        this.#place(struckBet(event))
        break
      case 'BetSettled': {
        const { bet, stakeCents, returnCents } = event.data
        this.#book(bet, event.meta.at, [1, stakeCents, returnCents])
        this.#close(bet)
        break
      }
      case 'BetVoided': {
        const { bet, stakeCents } = event.data
        this.#book(bet, event.meta.at, [1, stakeCents, stakeCents])
        this.#close(bet)
        break
      }
      case 'BetResettled': {
        const { bet, stakeCents, reversedReturnCents, settlement } = event.data
        this.#book(bet, event.meta.at, [-1, -stakeCents, -reversedReturnCents])
        if (settlement === null) this.#openElsewhere.add(bet)
        else this.#book(bet, event.meta.at, [1, stakeCents, settlement.returnCents])
        break
      }
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
      case 'MarketDecided':
      case 'FixtureVoided': {
        const { subject, version, type, data } = event
        this.#outcomes.set(subject, outcomeAfter(subject, this.#outcomes.get(subject) ?? null, event))
        this.#copy(bookDecision, copyLine([subject, version, type, JSON.stringify(data)]))
      }
    }
  }

  #place(bet: StruckBet): void {
    this.#copy(bookBet, copyLine(bookBetRow(bet)))
    this.#days.add([businessDay(bet.placedAt), bet.league, bet.market], [1, bet.stakeCents, 0, 0, 0])
    this.#open.set(bet.bet, bet)
    if (this.#open.size > this.#betsInMemory) this.#leave(Math.ceil(this.#open.size / 10))
  }

  /** The oldest first, because they are the least likely to be settled. */
  #leave(count: number): void {
    let left = count
    for (const id of this.#open.keys()) {
      if (left-- === 0) return
      this.#open.delete(id)
      this.#openElsewhere.add(id)
    }
  }

  /**
   * Counts settled bets, their stakes and returns under the league and market of the bet, which may no longer be in
   * memory.
   */
  #book(id: string, at: string, [settled, stakes, returns]: readonly [number, number, number]): void {
    const day = businessDay(at)
    const bet = this.#open.get(id)
    if (bet !== undefined) this.#days.add([day, bet.league, bet.market], [0, 0, settled, stakes, returns])
    else {
      this.#bookedLater += 1
      this.#copy(bookedLater, copyLine([id, day, settled, stakes, returns]))
    }
  }

  #close(id: string): void {
    if (!(this.#open.delete(id) || this.#openElsewhere.delete(id))) throw new Error(`bet ${id} is not open`)
  }

  end(): void {
    for (const bet of this.#open.values()) {
      this.#liability.open(bet, 1, mostReturnOf(bet, this.#outcomesOf(bet)))
      this.#copy(bookLeg, legRows(bet).map(copyLine).join(''))
    }
    this.#open.clear()
  }

  completion(): [] {
    return []
  }

  *rest(): Generator<Fold> {
    yield new SummedBook(this.#days, this.#liability, this.#bookedLater)
    const left = [...this.#openElsewhere]
    for (let from = 0; from < left.length; from += PAGE) {
      yield new LeftToOpen(left.slice(from, from + PAGE), this.#outcomesOf)
    }
  }

  readonly #outcomesOf = ({ legs }: StruckBet): FixtureOutcome[] =>
    legs.flatMap(({ fixture }) => this.#outcomes.get(fixture) ?? [])
}
