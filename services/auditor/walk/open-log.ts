// A ledger that is open for questions: one moment of a database, or an export. Its log may be read several times.
import type { LogBatch } from '../audited-log.ts'
import type { LedgerAccess } from '../commands/command.ts'
import { overEventStore } from '../event-store/log.ts'
import { ExportedLog } from '../exports/exported-log.ts'
import type { Fault } from '../exports/open-export.ts'
import { openPostgresLog } from '../postgres/log.ts'
import { openSnapshot, type Snapshot } from '../postgres/snapshot.ts'
import { refuseUnbegun } from '../postgres/surroundings.ts'
import { Spill } from '../spill/spill.ts'
import { readTreeRows, type SignedRows } from '../tree/tree-rows.ts'

/** Where the log comes from. */
type Source = {
  readonly snapshot: Snapshot | null
  readonly total: number
  /** What is wrong with the source itself, as far as it has been read. */
  readonly faults: Iterable<Fault>
  /** Reads the log from the beginning with each call. */
  read(): AsyncGenerator<LogBatch>
  signed(): Promise<SignedRows>
}

export class OpenLog {
  /** For the state of its replay. */
  readonly spill: Spill
  readonly #access: LedgerAccess
  readonly #source: Source

  private constructor(access: LedgerAccess, source: Source, spill: Spill) {
    this.spill = spill
    this.#access = access
    this.#source = source
  }

  /**
   * Asks `question`, then closes whatever was opened for it. `tables`: the tables beside the log that the question
   * needs. `mayBeUnbegun`: the question has an answer even if there is no event. Throws NoConnection if there is no
   * database or no ledger in it, Incomplete if a table or a file of an export is missing.
   */
  static async ask<T>(
    access: LedgerAccess,
    question: (log: OpenLog) => Promise<T>,
    tables: readonly string[] = [],
    { mayBeUnbegun = false } = {},
  ): Promise<T> {
    const { signal } = access
    const spill = new Spill()
    const ask = (source: Source) => question(new OpenLog(access, source, spill))
    try {
      if (access.folder !== undefined) return await ask(ofExport(access.folder, signal))
      return await askDatabase(access, tables, mayBeUnbegun, ask)
    } catch (error) {
      // an aborted signal closes the connections: any other error is only a consequence
      signal?.throwIfAborted()
      throw error
    } finally {
      spill.close()
    }
  }

  /** The database with the rows beside the log; null for an export. */
  get snapshot(): Snapshot | null {
    return this.#source.snapshot
  }

  /** The number of events, as far as the source knows; shown as progress. */
  get total(): number {
    return this.#source.total
  }

  get faults(): Iterable<Fault> {
    return this.#source.faults
  }

  /** Reads the log from the beginning, in batches, with each call. */
  read(): AsyncGenerator<LogBatch> {
    return this.#source.read()
  }

  /** The stored signed checkpoints and keys of the log, unchecked. */
  signed(): Promise<SignedRows> {
    return this.#source.signed()
  }

  report(done: number, total: number): void {
    this.#access.onProgress?.(done, total)
  }
}

type DatabaseAccess = Extract<LedgerAccess, { readonly url: string }>

async function askDatabase<T>(
  access: DatabaseAccess,
  tables: readonly string[],
  mayBeUnbegun: boolean,
  question: (source: Source) => Promise<T>,
): Promise<T> {
  const { url, store, threads, signal } = access
  const open = () => (store === undefined ? openPostgresLog(threads, signal) : overEventStore(store, signal))
  // the snapshot has to know the tables of the log; the first read then uses the same one
  const first = open()
  let next: typeof first | null = first
  let snapshot: Snapshot | null = null
  try {
    const opened = await openSnapshot(url, { required: first.requiredTables, compared: tables }, { signal })
    snapshot = opened
    signal?.throwIfAborted()
    const total = await first.count(opened)
    if (total === 0 && store === undefined && !mayBeUnbegun) await refuseUnbegun(opened.main)
    return await question({
      snapshot,
      total,
      faults: [],
      signed: () => readTreeRows(opened, 0),
      async *read() {
        const log = next ?? open()
        next = null
        try {
          yield* log.read(opened)
        } finally {
          await log.close()
        }
      },
    })
  } finally {
    await first.close()
    await snapshot?.close()
  }
}

function ofExport(folder: string, signal?: AbortSignal): Source {
  const log = new ExportedLog(folder)
  return {
    snapshot: null,
    total: log.manifest.counts.events,
    get faults() {
      return log.faults
    },
    read: () => log.read(signal),
    signed: async () => log.signed,
  }
}
