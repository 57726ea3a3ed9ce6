// The tables of the book, as the fold writes them.
import { tablesIn } from '../ddl.ts'

export const DDL = `${import.meta.dirname}/table.sql`
export const { book_bet: bookBet, house_day: houseDay, liability } = tablesIn(DDL, 'book_bet', 'house_day', 'liability')
