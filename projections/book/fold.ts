// What the house made, by day, league and market, and what open bets may cost it, by outcome.

import { businessDay } from '#domain/calendar/business-day.ts'
import type { DecidingEvent } from '#domain/fixture/outcome-after.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection, ReadRows } from '../projection.ts'
import { columnsOf, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'
import { betsOf } from './bets-of.ts'
import { BookBulkFold } from './bulk.ts'
import { OpenBets } from './open-bets.ts'
import { Outcomes } from './outcomes.ts'
import { addDays, addLiability, CLOSE_LEGS, FORGET_LIABILITY } from './statements.ts'
import { bookBetRow, type StruckBet, struckBet } from './struck-bet.ts'
import { Sums } from './sums.ts'
import { bookBet, bookDecision, bookedLater, bookLeg, DDL, houseDay, liability } from './tables.ts'

/** How many bets of earlier batches are read at once. */
const PAGE = 2_000

/**
 * What happened to a bet of an earlier batch: what its events book on their days, and by how much (-1, 0 or 1) the
 * number of open bets changes.
 */
type Change = { readonly bookings: { readonly day: string; readonly sums: readonly number[] }[]; open: number }

class BookFold implements Fold {
  /** Bets placed in this batch, and whether each is still open. */
  readonly #placed = new Map<string, { readonly bet: StruckBet; open: boolean }>()
  readonly #changes = new Map<string, Change>()
  readonly #decisions = new Map<string, DecidingEvent[]>()
  readonly #days = new Sums(5)
  #open: OpenBets | null = null

  get size(): number {
    return this.#placed.size + this.#changes.size + this.#decisions.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'BetPlaced': {
        const bet = struckBet(event)
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
        break
      }
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
      case 'MarketDecided':
      case 'FixtureVoided': {
        const before = this.#decisions.get(event.subject)
        if (before === undefined) this.#decisions.set(event.subject, [event])
        else before.push(event)
      }
    }
  }

  /**
   * Books on the day of the event, because a day that is over never changes. `times` -1: a settlement is taken back.
   */
  #book(id: string, at: string, times: 1 | -1, stakeCents: number, returnCents: number): void {
    const day = businessDay(at)
    const sums = [0, 0, times, times * stakeCents, times * returnCents]
    const placed = this.#placed.get(id)
    if (placed === undefined) this.#changeOf(id).bookings.push({ day, sums })
    else this.#days.add([day, placed.bet.league, placed.bet.market], sums)
  }

  #turn(id: string, open: boolean): void {
    const placed = this.#placed.get(id)
    if (placed !== undefined) placed.open = open
    else this.#changeOf(id).open += open ? 1 : -1
  }

  #changeOf(id: string): Change {
    let change = this.#changes.get(id)
    if (change === undefined) {
      change = { bookings: [], open: 0 }
      this.#changes.set(id, change)
    }
    return change
  }

  /** Reads the bets of earlier batches and how the games stand. Throws if a bet is missing. */
  async read(rows: ReadRows): Promise<void> {
    const open = new OpenBets(new Outcomes(rows, this.#decisions))
    await open.open([...this.#placed.values()].flatMap(({ bet, open }) => (open ? [bet] : [])))
    const changed = [...this.#changes]
    for (let from = 0; from < changed.length; from += PAGE) {
      const page = changed.slice(from, from + PAGE)
      const bets = await betsOf(
        rows,
        page.map(([id]) => id),
      )
      for (const [id, { bookings }] of page) {
        const { league, market } = bets.get(id)!
        for (const { day, sums } of bookings) this.#days.add([day, league, market], sums)
      }
      const turned = (to: number) => page.flatMap(([id, { open }]) => (open === to ? [bets.get(id)!] : []))
      await open.close(turned(-1))
      await open.open(turned(1))
    }
    await open.regrade(rows, new Set(this.#decisions.keys()), (id) => this.#changes.get(id)?.open === -1)
    this.#open = open
  }

  writes(): Write[] {
    if (this.#open === null) throw new Error('the book has not read its rows')
    const { opened, closed, liability: outcomes } = this.#open
    const placed = [...this.#placed.values()].map(({ bet }) => bookBetRow(bet))
    const writes: Write[] = []
    if (placed.length > 0) writes.push(insertRows(bookBet, placed))
    if (this.#decisions.size > 0) writes.push(insertRows(bookDecision, decisionRows(this.#decisions)))
    if (this.#days.size > 0) writes.push(addDays(this.#days))
    if (closed.length > 0) {
      const values = columnsOf(bookLeg.columns, closed)
      writes.push({ name: 'close_book_legs', text: CLOSE_LEGS, values, rows: closed.length })
    }
    if (opened.length > 0) writes.push(insertRows(bookLeg, opened))
    if (outcomes.size > 0) writes.push(addLiability(outcomes))
    if (closed.length > 0) writes.push({ name: 'forget_liability', text: FORGET_LIABILITY, values: [] })
    return writes
  }
}

const decisionRows = (decisions: ReadonlyMap<string, readonly DecidingEvent[]>): Row[] =>
  [...decisions].flatMap(([fixture, events]) =>
    events.map(({ version, type, data }) => [fixture, version, type, JSON.stringify(data)]),
  )

export const bookProjection: Projection = {
  name: 'book',
  ddl: DDL,
  tables: [bookBet, bookLeg, bookDecision, houseDay, liability],
  fold: () => new BookFold(),
  bulk: (copy, rowsInMemory) => new BookBulkFold(copy, rowsInMemory),
  scratch: [bookedLater],
  revision: 2,
}
