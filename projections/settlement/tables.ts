// The tables of settlement, as the folds write them.
import { tablesIn } from '../ddl.ts'
import type { Table } from '../table.ts'

export const DDL = `${import.meta.dirname}/table.sql`

export const {
  settlement,
  open_leg: openLeg,
  fixture_bets: fixtureBets,
  decided_fixture: decidedFixture,
  settled_bet: settledBet,
  settled_leg: settledLeg,
  superseded_bet: supersededBet,
} = tablesIn(
  DDL,
  'settlement',
  'open_leg',
  'fixture_bets',
  'decided_fixture',
  'settled_bet',
  'settled_leg',
  'superseded_bet',
)

/** During a rebuild: bets that ended when they were no longer in memory, with the time. */
export const ended: Table = {
  name: 'ended',
  columns: { bet_id: 'text', settled_at: 'timestamptz' },
}

/** During a rebuild: every event that decided a fixture, with its business time. */
export const decision: Table = {
  name: 'decision',
  columns: { fixture_id: 'text', result: 'integer', at: 'timestamptz' },
}

/** During a rebuild: bets of which a settlement was taken back, in their final state, and the legs that count then. */
export const takenBack: Table = {
  name: 'taken_back_bet',
  columns: { bet_id: 'text', is_open: 'boolean', settled_at: 'timestamptz' },
}
export const takenBackLeg: Table = { name: 'taken_back_leg', columns: settledLeg.columns }
