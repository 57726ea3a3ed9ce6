// How many legs are open, on each fixture that was ever bet on and in all.

import type { State } from '../../replay/state.ts'
import type { Known } from '../../spill/known.ts'
import type { WholeTable } from '../read-model.ts'

/** `betOn`: the fixtures that were ever bet on. */
export const fixtureBets = (betOn: Pick<Known<number>, 'has' | 'keys' | 'size'>): WholeTable => ({
  spec: { table: 'fixture_bets', columns: ['fixture_id', 'open_legs'] },
  keyColumns: 1,
  rows(state) {
    const open = new Map<string, number>()
    for (const { legs } of state.openBets.values()) {
      for (const { fixture } of legs) open.set(fixture, (open.get(fixture) ?? 0) + 1)
    }
    return {
      rowOf: (key) => (betOn.has(key) ? `${key}\t${open.get(key) ?? 0}` : null),
      keys: () => betOn.keys(),
      count: betOn.size,
    }
  },
})

export const settlementTotals: WholeTable = {
  spec: { table: 'settlement', columns: ['one', 'open_legs', 'decided_fixtures'] },
  keyColumns: 1,
  rows: (state) => ({ rowOf: (key) => (key === 't' ? totalsLine(state) : null), keys: () => ['t'] }),
}

function totalsLine({ openBets, fixtures }: State): string {
  let legs = 0
  for (const bet of openBets.values()) legs += bet.legs.length
  let decided = 0
  for (const { endings, voids } of fixtures.values()) if (endings.length + voids.length > 0) decided += 1
  return `t\t${legs}\t${decided}`
}
