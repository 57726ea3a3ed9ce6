// The log under audit, wherever it is kept.
import type { LogRow } from './events/shapes.ts'
import type { Findings } from './findings.ts'
import type { Snapshot } from './postgres/snapshot.ts'

/** `isSound`: false as well where nobody has looked. */
export type LogBatch = { readonly rows: readonly LogRow[]; isSound(index: number): boolean }

export type LogReader = {
  /** Once. All events that were in the log when the snapshot was taken, at least. */
  read(snapshot: Snapshot): AsyncGenerator<LogBatch>
  close(): Promise<void>
}

/** Where the log is kept, as reports name it. */
export type StoreName = 'Postgres' | 'EventStoreDB'

export type AuditedLog = LogReader & {
  readonly store: StoreName
  /** Tables without which this database is none of this log. */
  readonly needs: readonly string[]
  /** Columns of its own tables in this database, by table: all that is read of them. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** For the progress: how many events there are, as far as this database knows. */
  count(snapshot: Snapshot): Promise<number>
  /** Whether grants of this database keep the services from changing stored events. */
  isProtected(snapshot: Snapshot): Promise<boolean>
  /** Finds what lets the store forget events. */
  checkKeeping(findings: Findings): Promise<void>
}
