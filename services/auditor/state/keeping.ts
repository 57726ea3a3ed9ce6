// An audit that goes on from where the last one ended. If there is any doubt about the kept state, it is thrown away
// and everything is audited. The same happens if the audit that goes on finds anything at all: only one that reads
// everything can say what is wrong.
import { randomUUID } from 'node:crypto'
import type { Beside } from '../beside/beside.ts'
import type { AskedKeeping } from '../beside/news.ts'
import { Incomplete, NoConnection, Usage } from '../failures.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { EXIT, exitCodeOf, type Report } from '../report/report.ts'
import type { SpillFile } from '../spill/kept-file.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import type { Spill } from '../spill/spill.ts'
import { type AuditedBy, auditedBy, expectSame, type Split, takeAudit, writeAudit } from './kept-audit.ts'
import { StateFolder } from './state-folder.ts'

type Judged = Omit<Report, 'seconds'>

type Reached = Pick<Split, 'size' | 'root' | 'tiles' | 'last'>

export class Keeping {
  readonly #folder: StateFolder
  readonly #before: AuditedBy | null
  /** Where the audit before ended; null if this one reads everything. */
  readonly split: Split | null
  /** Why the next audit will not be able to go on from this one; null if it will. */
  notKept: string | null = 'not everything was compared with the log'
  /**
   * The random marks that the files of both threads share, of the audit before and of this one. Null if there is only
   * one file.
   */
  readonly #pairBefore: string | null
  #pair: string | null = null
  #by: AuditedBy | null = null
  #reached: Reached | null = null

  constructor(folder: StateFolder, goesOn: boolean) {
    this.#folder = folder
    if (goesOn) {
      folder.main.goOn()
      const { by, pair, ...split } = takeAudit(folder.main.path)
      this.#before = by
      this.#pairBefore = pair
      this.split = split
    } else {
      folder.main.begin()
      this.#before = null
      this.#pairBefore = null
      this.split = null
    }
  }

  get file(): SpillFile {
    return { path: this.#folder.main.path, goesOn: this.split !== null }
  }

  /**
   * `hasThread`: a second thread reads the log, and keeps the state of what it checks. Throws NotResumable if the audit
   * before was made by another version of the tool, of another database, or with another number of threads.
   */
  async begin(snapshot: Snapshot, hasThread: boolean): Promise<void> {
    this.#by = await auditedBy(snapshot)
    if (this.#before !== null) expectSame(this.#before, this.#by)
    const goesOn = this.split !== null
    if (goesOn && (this.#pairBefore !== null) !== hasThread) {
      throw new NotResumable('it was kept by another number of threads')
    }
    if (!hasThread) return
    this.#pair = randomUUID()
    if (goesOn) this.#folder.beside.goOn()
    else this.#folder.beside.begin()
  }

  /**
   * What the thread that reads the log is to keep after the event of this ledger number; null if there is no such
   * thread.
   */
  besideAt(number: number): AskedKeeping | null {
    if (this.#pair === null) return null
    const { path, kept } = this.#folder.beside
    return {
      file: { path, goesOn: this.split !== null },
      after: number,
      in: kept,
      pair: { before: this.#pairBefore, now: this.#pair },
    }
  }

  /**
   * Takes the state down. To be called after the event that the read model farthest behind has reached: up to there,
   * all read models were compared. `isWhole`: no check waits for later events.
   */
  take(spill: Spill, reached: Reached, isWhole: boolean): void {
    this.notKept = isWhole ? null : 'a check of its last events waits for what follows'
    if (!isWhole) return
    try {
      spill.keepIn(this.#folder.main.kept)
      this.#reached = reached
    } catch (error) {
      this.#fail(error)
    }
  }

  /**
   * Makes what was taken the kept state. To be called after an audit that found nothing; maps cannot be used afterwards.
   */
  keep({ first }: Judged, spill: Spill, beside: Beside | null): void {
    // no new events: the next audit goes on from where this one did
    if (this.#reached === null && this.split !== null) this.notKept = null
    if (this.#reached === null || this.#by === null || first === null) return
    const { main, beside: other } = this.#folder
    try {
      if (beside !== null && beside.notKept !== null) throw new Error(beside.notKept)
      spill.leave()
      const at = new Date().toISOString()
      writeAudit(main.kept, { ...this.#reached, at, first, by: this.#by, pair: this.#pair })
      // if the process dies in between, the two files have different marks, and the next audit reads everything
      if (beside === null) other.forget()
      else other.keep()
      main.keep()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** A failure to keep the state does not change the verdict. */
  #fail(error: unknown): void {
    this.#reached = null
    this.notKept = `it could not be written: ${(error as Error).message}`
  }
}

/**
 * Runs `audit` with the kept state, and once more without it if there is any doubt about that. Throws what `audit`
 * throws otherwise.
 */
export async function auditKeeping(
  folder: string,
  audit: (keeping: Keeping) => Promise<Judged>,
  signal?: AbortSignal,
): Promise<Judged> {
  const state = new StateFolder(folder)
  try {
    let whole: string
    try {
      const report = await audited(new Keeping(state, true), null, audit)
      if (exitCodeOf(report) === EXIT.clean) return report
      whole = 'something was found in what came since, or could not be judged'
    } catch (error) {
      signal?.throwIfAborted()
      whole = doubtIn(error)
    }
    return await audited(new Keeping(state, false), whole, audit)
  } finally {
    state.close()
  }
}

async function audited(keeping: Keeping, whole: string | null, audit: (keeping: Keeping) => Promise<Judged>) {
  const report = await audit(keeping)
  return { ...report, state: { whole, notKept: keeping.notKept } }
}

/** Why the kept state is thrown away. Rethrows errors that have nothing to do with it. */
function doubtIn(error: unknown): string {
  if (error instanceof NotResumable) return error.message
  const isOfLedger = error instanceof NoConnection || error instanceof Incomplete || error instanceof Usage
  if (isOfLedger) throw error
  return `it was in the way: ${(error as Error).message}`
}
