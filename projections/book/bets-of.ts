// Reads bets of earlier batches.
import type { ReadRows } from '../projection.ts'
import { arrayLiteral } from '../table.ts'
import { type BookBetRow, betOfRow, type StruckBet } from './struck-bet.ts'

/** Throws if one of them has no row. */
export async function betsOf(rows: ReadRows, ids: readonly string[]): Promise<ReadonlyMap<string, StruckBet>> {
  const found = await rows<BookBetRow>('select * from book_bet where bet_id = any($1::text[])', [arrayLiteral(ids)])
  const bets = new Map(found.map((row) => [row.bet_id, betOfRow(row)]))
  for (const id of ids) if (!bets.has(id)) throw new Error(`there is no row of bet ${id}`)
  return bets
}
