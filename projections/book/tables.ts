// The tables of the book, as the fold writes them.
import { tablesIn } from '../ddl.ts'
import { type Table, withLines } from '../table.ts'

export const DDL = `${import.meta.dirname}/table.sql`
const tables = tablesIn(DDL, 'book_bet', 'book_leg', 'book_decision', 'house_day', 'liability')
export const { book_leg: bookLeg, book_decision: bookDecision, house_day: houseDay, liability } = tables

/** During a rebuild: what the ends of bets that had left memory booked. */
export const bookedLater: Table = {
  name: 'booked_later',
  columns: { bet_id: 'text', day: 'text', settled: 'bigint', stakes_cents: 'bigint', returns_cents: 'bigint' },
}
export const bookBet = withLines(tables.book_bet, 'legs', 'prices')
