// What the rows of bets from before an audit show, where it goes on from an earlier one: how those end that were open, and those that
// may still be settled again.
import { flat, type TableLines } from '../postgres/table-lines.ts'
import { BET, ENDED, OPEN } from './bet-cells.ts'
import type { Beginning } from './read-model.ts'

const ID = 32
/** Nearly all rows are of before: by an index they would be looked up one by one. */
const AS_THEY_LIE = 'set enable_indexscan = off; set enable_bitmapscan = off'

/** Of all of them an ending of before the audit was compared: rows that have such a one still are not looked at. */
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
