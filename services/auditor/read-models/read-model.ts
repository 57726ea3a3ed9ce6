// A read model, as the auditor sees it: its tables, what is compared event by event, and what at its checkpoint.
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import type { Replayed } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import { type ExpectedRows, TableCheck, type TableSpec } from './table-check.ts'

export type ReadModelCheck = {
  /** One event up to the checkpoint, in ledger order. Returns a promise only if it must wait for rows, which is rare. */
  event?(replayed: Replayed): void | Promise<void>
  /** `state`: folded up to exactly the checkpoint. */
  finish(state: State): Promise<void>
  /** The number of rows compared. */
  rows(): number
}

export type ReadModel = {
  /** Its name in the checkpoints. */
  readonly projection: string
  readonly tables: readonly TableSpec[]
  begin(beginning: Beginning): Promise<ReadModelCheck>
}

/**
 * `state`: as far as the log was read. `from`: the ledger number from which rows are compared, where an earlier audit has compared
 * those before it; 0: all are.
 */
export type Beginning = {
  readonly snapshot: Snapshot
  readonly findings: Findings
  readonly state: State
  readonly from: number
}

/** A table that is compared as a whole at its read model's checkpoint. */
export type WholeTable = {
  readonly spec: TableSpec
  readonly keyColumns: number
  rows(state: State): ExpectedRows
}

/** Compares whole tables, one after another on the main connection. Returns the number of rows. */
export async function compareWhole(
  tables: readonly WholeTable[],
  { main }: Snapshot,
  state: State,
  findings: Findings,
): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const check = new TableCheck(table.spec, findings)
    await check.compareAll(main, state.spill, table.keyColumns, table.rows(state))
    rows += check.rows
  }
  return rows
}
