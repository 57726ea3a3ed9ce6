// What the rows of bets from before an audit show, where it goes on from an earlier one: how those end that were open, and those that
// may still be settled again.
import { flat, TableLines } from '../postgres/table-lines.ts'
import { BET, ENDED, OPEN } from './bet-cells.ts'
import type { Beginning } from './read-model.ts'

const ID = 32

/** Of all of them an ending of before the audit was compared: rows that have such a one still are not looked at. */
export async function claimEarlier({ snapshot, findings, state, from }: Beginning): Promise<void> {
  const query = `select bet_id, ${ENDED.join(', ')} from app.${BET.table}
    where number < ${from} and (settled_number is null or settled_number >= ${from})`
  let open = 0
  for await (const line of new TableLines(snapshot.main, query)) {
    const [id, cells] = [line.slice(0, ID), line.slice(ID + 1)]
    const isOpen = state.openBets.has(id)
    if (isOpen) open += 1
    const bet = isOpen ? state.openBets.get(id) : state.settledBets.get(id)?.bet
    if (bet === undefined) findings.about(`bet ${id}`, 'row_different', 'the ending that it had', cells)
    else bet.claim = cells === OPEN ? OPEN : flat(cells)
    state.spill.settle()
  }
  if (open !== state.openBets.size) {
    findings.about('bet', 'row_missing', `rows of ${state.openBets.size} bets that were open`, open)
  }
}
