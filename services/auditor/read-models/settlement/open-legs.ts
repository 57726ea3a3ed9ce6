// The legs of open bets: one row each.
import type { Findings } from '../../findings/findings.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'
import type { OpenBet } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import { TableCheck } from '../table-check.ts'

export const openLeg = { table: 'open_leg', columns: ['bet_id', 'leg', 'fixture_id', 'account_id'] }

const ID = 32

/** Returns the number of rows compared. */
export async function compareOpenLegs(snapshot: Snapshot, state: State, findings: Findings): Promise<number> {
  const check = new TableCheck(openLeg, findings)
  const lines = await check.lines(snapshot)
  for await (const line of lines) {
    const bet = state.openBets.get(line.slice(0, ID))
    state.spill.settle()
    const leg = Number(line.slice(ID + 1, line.indexOf('\t', ID + 1)))
    const placed = bet?.legs[leg]
    const bit = 1 << leg
    if (bet === undefined || placed === undefined || (bet.legsSeen & bit) !== 0) {
      check.extra(line.split('\t', 2).join(' '), null, line)
      continue
    }
    bet.legsSeen |= bit
    const expected = `${bet.owner}\t${leg}\t${placed.fixture}\t${bet.bettor}`
    if (line === expected) check.rows += 1
    else check.compare(`${bet.owner} ${leg}`, expected, line, bet.bettor)
  }
  await lines.close()
  for (const bet of state.openBets.values()) {
    if (bet.legsSeen !== (1 << bet.legs.length) - 1) findMissing(bet, check)
  }
  return check.rows
}

function findMissing({ owner, legs, legsSeen, bettor }: OpenBet, check: TableCheck): void {
  for (const leg of legs.keys()) {
    if ((legsSeen & (1 << leg)) === 0) check.missing(`${owner} ${leg}`, bettor)
  }
}
