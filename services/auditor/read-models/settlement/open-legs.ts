// The legs of open bets, one row each.
import type { Findings } from '../../findings/findings.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'
import type { OpenBet } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import { TableCheck } from '../table-check.ts'

export const openLeg = { table: 'open_leg', columns: ['bet_id', 'leg', 'fixture_id', 'account_id'] }

const ID = 32
/** How many bets stay in memory while rows are counted: the rows of one bet nearly always follow each other. */
const BETS = 1_024

/** Returns the number of rows compared. */
export async function compareOpenLegs(snapshot: Snapshot, state: State, findings: Findings): Promise<number> {
  const check = new TableCheck(openLeg, findings)
  const lines = await check.lines(snapshot)
  /** By bet, one bit for each leg that has a row. */
  const seen = state.spill.scratch<number>(BETS)
  for await (const line of lines) {
    const id = line.slice(0, ID)
    const bet = state.openBets.peek(id)
    const leg = Number(line.slice(ID + 1, line.indexOf('\t', ID + 1)))
    const placed = bet?.legs[leg]
    const bit = 1 << leg
    const others = seen.get(id) ?? 0
    if (bet === undefined || placed === undefined || (others & bit) !== 0) {
      check.extra(line.split('\t', 2).join(' '), null, line)
      continue
    }
    seen.set(id, others | bit)
    state.spill.settle()
    const expected = `${bet.owner}\t${leg}\t${placed.fixture}\t${bet.bettor}`
    if (line === expected) check.rows += 1
    else check.compare(`${bet.owner} ${leg}`, expected, line, bet.bettor)
  }
  await lines.close()
  for (const bet of state.openBets.values()) {
    const legs = seen.peek(bet.owner) ?? 0
    if (legs !== (1 << bet.legs.length) - 1) findMissing(bet, legs, check)
  }
  seen.clear()
  return check.rows
}

function findMissing({ owner, legs, bettor }: OpenBet, seen: number, check: TableCheck): void {
  for (const leg of legs.keys()) {
    if ((seen & (1 << leg)) === 0) check.missing(`${owner} ${leg}`, bettor)
  }
}
