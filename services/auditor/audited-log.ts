// The log under audit, whichever store it is in.
import type { Beside } from './beside/beside.ts'
import type { LogRow } from './events/log-row.ts'
import type { Findings } from './findings/findings.ts'
import type { Snapshot } from './postgres/snapshot.ts'
import { leafOf } from './tree/log-tree.ts'

/**
 * Rows in the order of the log. `isSound`: hash and schema of a row were already checked and are right; false also if
 * they were not checked. `leaf`: the row's leaf hash in the tree over the log.
 */
export type LogBatch = {
  readonly rows: readonly LogRow[]
  isSound(index: number): boolean
  leaf(index: number): Buffer
}

/** A batch whose rows have not been checked. */
export const unchecked = (rows: readonly LogRow[]): LogBatch => ({
  rows,
  isSound: () => false,
  leaf: (index) => leafOf(rows[index]!.body),
})

export type LogReader = {
  /**
   * Starts the thread that will read the log, if a second thread pays; it can also compare what follows from the
   * events' text alone. Returns whether there is one. Called early, because a thread takes a while to start.
   */
  startThread(snapshot: Snapshot): boolean
  /**
   * Yields at least all events that were in the log when the snapshot was taken. Call it once: the thread begins
   * reading immediately. `from`: the first ledger number to read (a log in the database only). `beside`: what the
   * thread compares; null if it only reads.
   */
  read(snapshot: Snapshot, from?: number, beside?: Beside | null): AsyncGenerator<LogBatch>
  close(): Promise<void>
}

/** The store of the log, as reports name it. */
export type StoreName = 'Postgres' | 'EventStoreDB' | 'an export'

export type AuditedLog = LogReader & {
  readonly store: StoreName
  /** Without these tables, the database has no ledger. */
  readonly requiredTables: readonly string[]
  /** By table of the log in this database, the columns that are read. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** The number of events, as far as this database knows; shown as progress. */
  count(snapshot: Snapshot): Promise<number>
  /** Whether grants in this database keep the services from changing stored events. */
  isProtected(snapshot: Snapshot): Promise<boolean>
  /** Reports settings that let the store discard events, or let others change them. */
  checkKeeping(snapshot: Snapshot, findings: Findings): Promise<void>
}
