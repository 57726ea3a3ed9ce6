// A ledger that is open for questions: one moment of the database, whose log may be read several times.
import type { AuditedLog, LogBatch } from '../audited-log.ts'
import type { LedgerAccess } from '../commands/command.ts'
import { overEventStore } from '../event-store/log.ts'
import { openPostgresLog } from '../postgres/log.ts'
import { openSnapshot, type Snapshot } from '../postgres/snapshot.ts'
import { Spill } from '../spill/spill.ts'

export class OpenLog {
  readonly snapshot: Snapshot
  /** For the state that it comes to. */
  readonly spill = new Spill()
  /** For the progress: the number of events, as far as the database knows. */
  readonly total: number
  readonly #access: LedgerAccess
  /** Opened for the first read, which takes longer than the snapshot. */
  #next: AuditedLog | null

  private constructor(access: LedgerAccess, snapshot: Snapshot, log: AuditedLog, total: number) {
    this.#access = access
    this.snapshot = snapshot
    this.total = total
    this.#next = log
  }

  /**
   * Asks `question` and closes what it opened. `tables`: of the read models, where the question is about them. Throws
   * NoConnection if there is no database, or no ledger in it; Incomplete if a table is missing.
   */
  static async ask<T>(
    access: LedgerAccess,
    question: (log: OpenLog) => Promise<T>,
    tables: readonly string[] = [],
  ): Promise<T> {
    const { url, signal } = access
    const log = openOn(access)
    let snapshot: Snapshot | null = null
    let open: OpenLog | null = null
    try {
      snapshot = await openSnapshot(url, tables, log.requiredTables, signal)
      signal?.throwIfAborted()
      open = new OpenLog(access, snapshot, log, await log.count(snapshot))
      return await question(open)
    } catch (error) {
      // the signal closed the connections: other errors are only a consequence
      signal?.throwIfAborted()
      throw error
    } finally {
      await log.close()
      await snapshot?.close()
      open?.spill.close()
    }
  }

  /** From the beginning, in batches, once more with each call. */
  async *read(): AsyncGenerator<LogBatch> {
    const log = this.#next ?? openOn(this.#access)
    this.#next = null
    try {
      yield* log.read(this.snapshot)
    } finally {
      await log.close()
    }
  }

  report(done: number, total: number): void {
    this.#access.onProgress?.(done, total)
  }
}

const openOn = ({ store, threads, signal }: LedgerAccess): AuditedLog =>
  store === undefined ? openPostgresLog(threads, signal) : overEventStore(store, signal)
