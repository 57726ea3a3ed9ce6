// A read model as the auditor sees it: its tables, what is compared event by event, and what is compared at its
// checkpoint.
import type { ReadEvent } from '../events/read-event.ts'
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import type { Replayed } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import type { Spill } from '../spill/spill.ts'
import { type ExpectedRows, TableCheck, type TableSpec } from './table-check.ts'

export type ReadModelCheck = {
  /** Called once when all read models have begun, before the first event. */
  ready?(): Promise<void>
  /**
   * Called with each event up to the checkpoint, in ledger order. Returns a promise only if it must wait for rows,
   * which is rare.
   */
  event?(replayed: Replayed): void | Promise<void>
  /** Called at the checkpoint. `state`: folded exactly up to it. */
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
 * `from`: the ledger number from which rows are compared; those before it were compared by an earlier audit. 0: all
 * are.
 */
export type TextBeginning = {
  readonly snapshot: Snapshot
  readonly findings: Findings
  readonly spill: Spill
  readonly from: number
}

/** `state`: of the replay, which goes on changing with the log. */
export type Beginning = TextBeginning & { readonly state: State }

/** A check that needs no state, so that a thread which folds nothing can make it. */
export type TextCheck = {
  event(read: ReadEvent): void | Promise<void>
  finish(): Promise<void>
  rows(): number
}

/** A read model whose rows follow from the text of the events alone. */
export type TextModel = Omit<ReadModel, 'begin'> & {
  readonly isOfText: true
  begin(beginning: TextBeginning): Promise<TextCheck>
}

export const isOfText = (model: ReadModel): model is TextModel => 'isOfText' in model

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
