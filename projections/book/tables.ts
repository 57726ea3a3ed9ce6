// The tables of the book, as the fold writes them.
import { tablesIn } from '../ddl.ts'
import type { Table } from '../table.ts'

export const DDL = `${import.meta.dirname}/table.sql`
export const {
  book_bet: bookBet,
  book_leg: bookLeg,
  book_decision: bookDecision,
  house_day: houseDay,
  liability,
} = tablesIn(DDL, 'book_bet', 'book_leg', 'book_decision', 'house_day', 'liability')

/** During a rebuild: what the endings of bets that were no longer in memory booked. */
export const bookedLater: Table = {
  name: 'booked_later',
  columns: { bet_id: 'text', day: 'text', settled: 'bigint', stakes_cents: 'bigint', returns_cents: 'bigint' },
}
