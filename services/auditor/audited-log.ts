// The log under audit, on whichever store.
import type { Beside } from './beside/beside.ts'
import type { LogRow } from './events/log-row.ts'
import type { Findings } from './findings/findings.ts'
import type { Snapshot } from './postgres/snapshot.ts'
import { leafOf } from './tree/log-tree.ts'

/** `isSound`: also false for rows that were not checked yet. `leaf`: of the row in the tree over the log. */
export type LogBatch = {
  readonly rows: readonly LogRow[]
  isSound(index: number): boolean
  leaf(index: number): Buffer
}

/** Rows that nobody has looked at. */
export const unchecked = (rows: readonly LogRow[]): LogBatch => ({
  rows,
  isSound: () => false,
  leaf: (index) => leafOf(rows[index]!.body),
})

export type LogReader = {
  /** Starts the thread that it is read in, if it is to have one, which can compare what asks for nothing but the events; and whether it has. */
  startThread(snapshot: Snapshot): boolean
  /**
   * To be called once: a thread begins at once. At least all events that were in the log when the snapshot was taken; `from`: of a log in the database, from
   * this ledger number on. `beside`: what the thread compares; null where there is none, or it only reads.
   */
  read(snapshot: Snapshot, from?: number, beside?: Beside | null): AsyncGenerator<LogBatch>
  close(): Promise<void>
}

/** The store of the log, as reports name it. */
export type StoreName = 'Postgres' | 'EventStoreDB' | 'an export'

export type AuditedLog = LogReader & {
  readonly store: StoreName
  /** Tables without which the database has no ledger. */
  readonly requiredTables: readonly string[]
  /** The columns of its own tables in this database that are read, by table. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** For the progress: the number of events, as far as this database knows. */
  count(snapshot: Snapshot): Promise<number>
  /** Whether grants in this database keep the services from changing stored events. */
  isProtected(snapshot: Snapshot): Promise<boolean>
  /** Reports what lets the store discard events, or others change them. */
  checkKeeping(snapshot: Snapshot, findings: Findings): Promise<void>
}
