// A read model, as the runner and the rebuild see it: tables, and a fold of events into changes of their rows.
import type { LedgerEvent } from './event.ts'
import type { Table } from './table.ts'
import type { Write } from './write.ts'

export const PROJECTIONS = [
  'settlement',
  'accounts',
  'transfers',
  'treasury',
  'floats',
  'asked',
  'bets',
  'house',
  'book',
  'corrected',
  'fixtures',
  'notes',
  'offer',
  'desk',
  'popularity',
  'statistics',
  'statement',
  'balances',
  'audit',
  'evidence',
] as const
export type ProjectionName = (typeof PROJECTIONS)[number]

/**
 * Read models that nobody waits for at once: under load they are written in larger batches, some moments after the
 * others.
 */
export const TRAILING: ReadonlySet<ProjectionName> = new Set<ProjectionName>(['book', 'balances', 'audit', 'evidence'])

/** Reads rows of the fold's own tables, as the events before the batch left them. */
export type ReadRows = <Row extends object>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

/** Folds one batch in memory: except through `read` it does not know the rows, only how they change. */
export interface Fold {
  /** Throws if the event cannot be folded; the fold is then discarded. */
  add(event: LedgerEvent): void
  /**
   * For changes that depend on rows: called once, after the last event and before `writes`, in the transaction that
   * writes them. Throws if the rows do not match the log.
   */
  read?(rows: ReadRows): Promise<void>
  /** The number of rows that it would change; its memory grows with it. */
  readonly size: number
  /** The changes, in the order in which they must be written. */
  writes(): Write[]
}

/** Receives the final rows of a bulk fold: lines of COPY, always with the table's columns in the same order. */
export type CopyLines = (table: Table, lines: string) => void

/** Folds a whole log into new tables: rows leave memory as soon as they are final, the others at the end. */
export interface BulkFold {
  add(event: LedgerEvent): void
  /** Called once, after the last event. */
  end(): void
  /** Completes the tables, in order, once everything is copied. `rows` as in Write. */
  completion(): readonly { readonly text: string; readonly rows?: number }[]
  /**
   * What can only be written by reading rows that were copied: written one fold after the other, once the tables have
   * their keys.
   */
  rest?(): Iterable<Fold>
}

export type Projection = {
  readonly name: ProjectionName
  /** Path of its table.sql. */
  readonly ddl: string
  /** Every table that table.sql creates. */
  readonly tables: readonly Table[]
  fold(): Fold
  /**
   * For read models that grow with the log. The others are folded as one batch, which is written whenever it gets
   * large. `rowsInMemory`: how many rows may be kept in memory before they are final.
   */
  bulk?(copy: CopyLines, rowsInMemory: number): BulkFold
  /** Additional tables of a bulk fold, dropped when it is complete. */
  readonly scratch?: readonly Table[]
  /**
   * For read models that bets are settled by: a query of one row, whose `intact` is false once rows are missing. Such a
   * model is then rebuilt automatically.
   */
  readonly intact?: string
  /** Raised when the fold changes the meaning of rows without a change of the tables. */
  readonly revision: number
}
