// A ledger that is open for questions: one moment of the database, whose log may be read several times.
import type { AuditedLog, LogBatch } from '../audited-log.ts'
import type { LedgerAccess } from '../commands/command.ts'
import { overEventStore } from '../event-store/log.ts'
import { openPostgresLog } from '../postgres/log.ts'
import { openSnapshot, type Snapshot } from '../postgres/snapshot.ts'

export class OpenLog {
  readonly snapshot: Snapshot
  readonly #access: LedgerAccess
  #log: AuditedLog

  private constructor(access: LedgerAccess, snapshot: Snapshot, log: AuditedLog) {
    this.#access = access
    this.snapshot = snapshot
    this.#log = log
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
      open = new OpenLog(access, snapshot, log)
      return await question(open)
    } catch (error) {
      // the signal closed the connections: other errors are only a consequence
      signal?.throwIfAborted()
      throw error
    } finally {
      await (open ?? { close: () => log.close() }).close()
      await snapshot?.close()
    }
  }

  /** From the beginning, in batches, once more with each call. */
  async *read(): AsyncGenerator<LogBatch> {
    yield* this.#log.read(this.snapshot)
    await this.#log.close()
    this.#log = openOn(this.#access)
  }

  /** For the progress: the number of events, as far as the database knows. */
  count(): Promise<number> {
    return this.#log.count(this.snapshot)
  }

  report(done: number, total: number): void {
    this.#access.onProgress?.(done, total)
  }

  close(): Promise<void> {
    return this.#log.close()
  }
}

const openOn = ({ store, threads, signal }: LedgerAccess): AuditedLog =>
  store === undefined ? openPostgresLog(threads, signal) : overEventStore(store, signal)
