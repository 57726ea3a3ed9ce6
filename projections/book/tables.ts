// The tables of the book, as the fold writes them.
import { tablesIn } from '../ddl.ts'

export const DDL = `${import.meta.dirname}/table.sql`
export const {
  book_bet: bookBet,
  book_leg: bookLeg,
  book_decision: bookDecision,
  house_day: houseDay,
  liability,
} = tablesIn(DDL, 'book_bet', 'book_leg', 'book_decision', 'house_day', 'liability')
