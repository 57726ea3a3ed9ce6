// What a read model is to the runner and to the rebuild: tables, and a fold of events into changes of their rows.
import type { LedgerEvent } from './event.ts'
import type { Table } from './table.ts'
import type { Write } from './write.ts'

export const PROJECTIONS = ['accounts', 'transfers', 'bets', 'house', 'fixtures', 'statistics', 'audit'] as const
export type ProjectionName = (typeof PROJECTIONS)[number]

/** Folds one batch in memory: it knows nothing of the rows, only how they change. */
export interface Fold {
  /** Throws where the event cannot be folded; the fold is then not used any more. */
  add(event: LedgerEvent): void
  /** How many rows it would change: what it holds in memory grows with it. */
  readonly size: number
  /** The changes, in the order in which they are to be written. */
  writes(): Write[]
}

/** Where a bulk fold puts what is final: lines of COPY, always with the table's columns in the same order. */
export type CopyLines = (table: Table, lines: string) => void

/** Folds a whole log into new tables: rows leave memory as soon as they are final, the others at the end. */
export interface BulkFold {
  add(event: LedgerEvent): void
  /** Called once, after the last event. */
  end(): void
  /** Completes the tables, in order, once everything is copied. `rows` as in Write. */
  completion(): readonly { readonly text: string; readonly rows?: number }[]
}

export type Projection = {
  readonly name: ProjectionName
  /** Path of its table.sql. */
  readonly ddl: string
  /** Every table that table.sql creates. */
  readonly tables: readonly Table[]
  fold(): Fold
  /**
   * For read models that grow with the log. The others are folded as one batch, written whenever it gets large.
   * `rowsInMemory`: how many rows that are not final yet it may keep.
   */
  bulk?(copy: CopyLines, rowsInMemory: number): BulkFold
  /** Tables that a bulk fold needs beside, dropped when it is complete. */
  readonly scratch?: readonly Table[]
  /** Raised where the fold changes the meaning of rows without a change of the tables. */
  readonly revision: number
}
