// A read model, as the auditor sees it: its tables, what is compared event by event, and what at its checkpoint.
import type { ReadEvent } from '../events/read-event.ts'
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import type { Replayed } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import type { Spill } from '../spill/spill.ts'
import { type ExpectedRows, TableCheck, type TableSpec } from './table-check.ts'

export type ReadModelCheck = {
  /** Once all others have begun, and before the first event. */
  ready?(): Promise<void>
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

/** `from`: the ledger number from which rows are compared, where an earlier audit has compared those before it; 0: all are. */
export type TextBeginning = {
  readonly snapshot: Snapshot
  readonly findings: Findings
  readonly spill: Spill
  readonly from: number
}

/** `state`: as far as the log was read. */
export type Beginning = TextBeginning & { readonly state: State }

/** As that of another read model, but for the state: it may be compared where nothing is folded. */
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
