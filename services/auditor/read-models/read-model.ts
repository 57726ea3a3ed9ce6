// What one read model is to the auditor: its tables, what of it is compared event by event, and what at its checkpoint.
import type { Findings } from '../findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { Lines } from '../postgres/table-lines.ts'
import type { Replayed } from '../replay.ts'
import type { State } from '../state.ts'
import { TableCheck, type TableSpec } from './table-check.ts'

export type ReadModelCheck = {
  /** One event up to the checkpoint, in ledger order. A promise where rows must be waited for: rarely. */
  event?(replayed: Replayed): void | Promise<void>
  /** `state` is the fold up to exactly the checkpoint. */
  finish(state: State): Promise<void>
  /** How many rows were compared. */
  rows(): number
}

export type ReadModel = {
  /** As the checkpoints call it. */
  readonly projection: string
  readonly tables: readonly TableSpec[]
  begin(snapshot: Snapshot, findings: Findings): Promise<ReadModelCheck>
}

/** The tables of a read model that are compared as a whole at its checkpoint. */
export type WholeTable = {
  readonly spec: TableSpec
  readonly keyColumns: number
  /** The line of each key that should be there. */
  rows(state: State): { rowOf(key: string): string | null; keys: Iterable<string>; accountOf?(key: string): string }
}

/** Compares whole tables, one after another on the main connection; answers how many rows. */
export async function compareWhole(
  tables: readonly WholeTable[],
  { main }: Snapshot,
  state: State,
  findings: Findings,
): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const check = new TableCheck(table.spec, findings)
    const { rowOf, keys, accountOf } = table.rows(state)
    await check.compareAll(new Lines(main, check.query), table.keyColumns, rowOf, keys, accountOf)
    rows += check.rows
  }
  return rows
}
