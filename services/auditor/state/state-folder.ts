// The folder in which an audit keeps its state: one file for each thread that keeps any. An audit works on files of its
// own, which replace the kept ones whole once the ledger was found clean. The files are no evidence: whoever may write
// to the folder can make an audit say anything about the earlier events.
import { closeSync, constants, copyFileSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rename, sync } from '#services/platform/durable-files.ts'
import { ensureFolder } from '#services/platform/folders.ts'
import { Usage } from '../failures.ts'
import { NotResumable } from '../spill/not-resumable.ts'

const MAIN = 'audit.sqlite'
const BESIDE = 'audit-beside.sqlite'
const OWN = /^audit(?:-beside)?\.sqlite\.(\d+)(\.kept)?$/
/** File mode: somebody other than the owner may write to it. */
const BY_OTHERS = 0o022
/** The header of a SQLite file, which has the size of a page and the number of pages. */
const HEADER_BYTES = 32
const PAGE_BYTES_AT = 16
const PAGES_AT = 28

class StateFile {
  readonly #before: string
  /**
   * The file that this audit works on, and the one that it may leave. Both carry the process id, so that nobody else
   * uses them.
   */
  readonly path: string
  readonly kept: string

  constructor(path: string) {
    this.#before = path
    this.path = `${path}.${process.pid}`
    this.kept = `${this.path}.kept`
  }

  /** Begins with empty files. */
  begin(): void {
    this.close()
    for (const path of [this.path, this.kept]) closeSync(openSync(path, 'wx', 0o600))
  }

  /**
   * Begins with a copy of the kept file. Throws NotResumable if there is none, others may write to it, or it is cut
   * short.
   */
  goOn(): void {
    const { mode, size } = statSync(this.#before, { throwIfNoEntry: false }) ?? { mode: 0, size: null }
    if (size === null) throw new NotResumable('nothing was kept there yet')
    if ((mode & BY_OTHERS) !== 0) throw new NotResumable('others may write to what was kept')
    if (size !== sizeSaid(this.#before)) throw new NotResumable('what was kept is not whole')
    this.begin()
    copyFileSync(this.#before, this.path, constants.COPYFILE_FICLONE)
  }

  /** Replaces the kept file by what the audit leaves: by one or the other, even if the machine stops in between. */
  keep(): void {
    sync(this.kept)
    rename(this.kept, this.#before)
  }

  /** Removes the kept file. */
  forget(): void {
    rmSync(this.#before, { force: true })
  }

  close(): void {
    for (const path of [this.path, this.kept]) rmSync(path, { force: true })
  }
}

export class StateFolder {
  readonly #folder: string
  /** Of the thread that folds. */
  readonly main: StateFile
  /** Of the thread that reads the log, if there is one. */
  readonly beside: StateFile

  /** Throws Usage if nothing can be written there. */
  constructor(folder: string) {
    this.#folder = folder
    this.main = new StateFile(join(folder, MAIN))
    this.beside = new StateFile(join(folder, BESIDE))
    try {
      ensureFolder(folder, { mode: 0o700 })
      this.#removeLeft()
      this.main.begin()
    } catch (error) {
      throw new Usage(`nothing can be kept in ${folder}: ${(error as Error).message}`)
    }
  }

  close(): void {
    this.main.close()
    this.beside.close()
  }

  /** Removes what audits left behind that did not come to their end. */
  #removeLeft(): void {
    for (const name of readdirSync(this.#folder)) {
      const pid = OWN.exec(name)?.[1]
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(this.#folder, name), { force: true })
    }
  }
}

/** How many bytes the file should have by its SQLite header. */
function sizeSaid(path: string): number {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  readSync(file, header, 0, HEADER_BYTES, 0)
  closeSync(file)
  const page = header.readUInt16BE(PAGE_BYTES_AT)
  return (page === 1 ? 65_536 : page) * header.readUInt32BE(PAGES_AT)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
