// An audit that goes on from where the last one ended. Wherever that is in doubt, what was kept is thrown away and all of it is
// audited: so where what goes on finds anything at all, too, since only one that reads everything says what is wrong.
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
  /** Where the audit before ended; null where this one reads all. */
  readonly split: Split | null
  /** Why the next one will not go on from this one; null where it will. */
  notKept: string | null = 'not everything was compared with the log'
  /** What the files of two threads are told by, of the audit before and of this one. Null where that kept but one. */
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
   * `hasThread`: what is checked in the thread that reads the log is kept by it. Throws NotResumable where the audit before was another
   * tool's, of another database, or by another number of threads.
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

  /** What the thread that reads the log is to keep once it has come to the event of this number; null where there is none. */
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
   * Once the audit has come to the event at which the read model stands that is farthest behind: what it would take it from
   * further on, it would not have compared. `isWhole`: no check waits for later events.
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

  /** After an audit that found nothing. */
  keep({ first }: Judged, beside: Beside | null): void {
    // nothing is new: the next goes on from where this one did
    if (this.#reached === null && this.split !== null) this.notKept = null
    if (this.#reached === null || this.#by === null || first === null) return
    const { main, beside: other } = this.#folder
    try {
      if (beside !== null && beside.notKept !== null) throw new Error(beside.notKept)
      const at = new Date().toISOString()
      writeAudit(main.kept, { ...this.#reached, at, first, by: this.#by, pair: this.#pair })
      // where it ends in between, the two are not of one audit, and not gone on from
      if (beside === null) other.forget()
      else other.keep()
      main.keep()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Which changes no verdict. */
  #fail(error: unknown): void {
    this.#reached = null
    this.notKept = `it could not be written: ${(error as Error).message}`
  }
}

/** `audit`: once with what was kept, and again with nothing where that is in doubt. */
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

/** Why what was kept is thrown away. Throws what has nothing to do with it. */
function doubtIn(error: unknown): string {
  if (error instanceof NotResumable) return error.message
  const isOfLedger = error instanceof NoConnection || error instanceof Incomplete || error instanceof Usage
  if (isOfLedger) throw error
  return `it was in the way: ${(error as Error).message}`
}
