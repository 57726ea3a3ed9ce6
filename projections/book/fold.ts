// What the house made, by day, league and market, and what open bets cost it, by outcome.
import { businessDay } from '#domain/play/periods.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertRows } from '../table.ts'
import type { Write } from '../write.ts'
import {
  ADD_BOOKINGS,
  ADD_DAYS,
  ADD_LIABILITY,
  BOOKINGS,
  CHANGE_LIABILITY,
  CHANGES,
  FORGET_LIABILITY,
} from './statements.ts'
import { bookBetRow, PARLAY, type StruckBet, struckBet } from './struck-bet.ts'
import { Sums } from './sums.ts'
import { bookBet, DDL, houseDay, liability } from './tables.ts'

class BookFold implements Fold {
  /** Bets placed in this batch, each with whether it is still open. */
  readonly #placed = new Map<string, { readonly bet: StruckBet; open: boolean }>()
  readonly #days = new Sums(5)
  /** What became of bets of earlier batches: booked by day and bet, and -1, 0 or 1 open more than before. */
  readonly #bookings = new Sums(3)
  readonly #changes = new Map<string, number>()

  get size(): number {
    return this.#placed.size + this.#bookings.size + this.#changes.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced': {
        const bet = struckBet(event.data)
        this.#placed.set(bet.bet, { bet, open: true })
        this.#days.add([businessDay(event.meta.at), bet.league, bet.market], [1, bet.stakeCents, 0, 0, 0])
        break
      }
      case 'BetSettled': {
        const { bet, stakeCents, returnCents } = event.data
        this.#book(bet, event.meta.at, 1, stakeCents, returnCents)
        this.#turn(bet, false)
        break
      }
      case 'BetVoided': {
        const { bet, stakeCents } = event.data
        this.#book(bet, event.meta.at, 1, stakeCents, stakeCents)
        this.#turn(bet, false)
        break
      }
      case 'BetResettled': {
        const { bet, stakeCents, reversedReturnCents, settlement } = event.data
        this.#book(bet, event.meta.at, -1, stakeCents, reversedReturnCents)
        if (settlement === null) this.#turn(bet, true)
        else this.#book(bet, event.meta.at, 1, stakeCents, settlement.returnCents)
      }
    }
  }

  /** On the day of the event: a day that is over never changes. `times` -1: a settlement is taken back. */
  #book(id: string, at: string, times: 1 | -1, stakeCents: number, returnCents: number): void {
    const sums = [times, times * stakeCents, times * returnCents]
    const placed = this.#placed.get(id)
    if (placed === undefined) this.#bookings.add([businessDay(at), id], sums)
    else this.#days.add([businessDay(at), placed.bet.league, placed.bet.market], [0, 0, ...sums])
  }

  #turn(id: string, open: boolean): void {
    const placed = this.#placed.get(id)
    if (placed !== undefined) placed.open = open
    else this.#changes.set(id, (this.#changes.get(id) ?? 0) + (open ? 1 : -1))
  }

  writes(): Write[] {
    const placed = [...this.#placed.values()].map(({ bet }) => bet)
    const changed = [...this.#changes].filter(([, open]) => open !== 0)
    const outcomes = this.#newLiability()
    const writes: Write[] = []
    if (placed.length > 0) writes.push(insertRows(bookBet, placed.map(bookBetRow)))
    if (this.#days.size > 0) writes.push(write('add_house_days', ADD_DAYS, houseDay.columns, this.#days))
    if (this.#bookings.size > 0) writes.push(write('add_bookings', ADD_BOOKINGS, BOOKINGS, this.#bookings))
    if (outcomes.size > 0) writes.push(write('add_liability', ADD_LIABILITY, liability.columns, outcomes))
    if (changed.length > 0) {
      writes.push({ name: 'change_liability', text: CHANGE_LIABILITY, values: columnsOf(CHANGES, changed) })
      writes.push({ name: 'forget_liability', text: FORGET_LIABILITY, values: [] })
    }
    return writes
  }

  /** Of the bets of this batch that it leaves open. */
  #newLiability(): Sums {
    const sums = new Sums(6)
    for (const { bet, open } of this.#placed.values()) {
      if (!open) continue
      const { stakeCents: stake, returnCents: pays } = bet
      const cells = bet.market === PARLAY ? [0, 0, 0, 1, pays, pays] : [1, stake, pays, 0, 0, pays]
      for (const outcome of bet.outcomes) sums.add(outcome, cells)
    }
    return sums
  }
}

const write = (name: string, text: string, columns: Parameters<typeof columnsOf>[0], sums: Sums): Write => ({
  name,
  text,
  values: columnsOf(columns, sums.rows()),
})

export const bookProjection: Projection = {
  name: 'book',
  ddl: DDL,
  tables: [bookBet, houseDay, liability],
  fold: () => new BookFold(),
  revision: 1,
}
