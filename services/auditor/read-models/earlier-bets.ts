// For an audit that goes on from an earlier one: the endings that rows of earlier bets show now. These are bets that
// were open, and bets that may still be settled again.
import { flat, type TableLines } from '../postgres/table-lines.ts'
import { BET, ENDED, OPEN } from './bet-cells.ts'
import type { Beginning } from './read-model.ts'

const ID = 32
/** Reads the whole table: nearly all rows are of earlier bets, which an index would look up one by one. */
const AS_THEY_LIE = 'set enable_indexscan = off; set enable_bitmapscan = off'

/** Rows that are open or have ended since: an ending from before was already compared by the earlier audit. */
export function linesOfEarlier({ snapshot, from }: Beginning): Promise<TableLines> {
  const query = `select bet_id, ${ENDED.join(', ')} from app.${BET.table}
    where number < ${from} and (settled_number is null or settled_number >= ${from})`
  return snapshot.lines(`app.${BET.table}`, query, AS_THEY_LIE)
}

export async function claimEarlier(lines: TableLines, { findings, state }: Beginning): Promise<void> {
  let open = 0
  for await (const line of lines) {
    const [id, cells] = [line.slice(0, ID), line.slice(ID + 1)]
    const isOpen = state.openBets.has(id)
    if (isOpen) open += 1
    const bet = isOpen ? state.openBets.get(id) : state.settledBets.get(id)?.bet
    if (bet === undefined) findings.about(`bet ${id}`, 'row_different', 'the ending that it had', cells)
    else bet.claim = cells === OPEN ? OPEN : flat(cells)
    state.spill.settle()
  }
  await lines.close()
  if (open !== state.openBets.size) {
    findings.about('bet', 'row_missing', `rows of ${state.openBets.size} bets that were open`, open)
  }
}
