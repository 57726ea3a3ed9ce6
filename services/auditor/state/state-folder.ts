// The folder in which an audit keeps its state: one file, exchanged as a whole. An audit works on a file of its own, which takes the
// other one's place once it was found clean. The bytes of it are no evidence: whoever may write to the folder can make an audit say
// anything of what came before.
import { closeSync, constants, copyFileSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rename, sync } from '#services/platform/durable-files.ts'
import { ensureFolder } from '#services/platform/folders.ts'
import { Usage } from '../failures.ts'
import { NotResumable } from '../spill/not-resumable.ts'

const FILE = 'audit.sqlite'
const OWN = /^audit\.sqlite\.(\d+)(\.kept)?$/
/** Anybody but its owner may write to it. */
const BY_OTHERS = 0o022
/** Of a database: bytes of a page, and how many there are. */
const HEADER_BYTES = 32
const PAGE_BYTES_AT = 16
const PAGES_AT = 28

export class StateFolder {
  readonly #folder: string
  /** What an audit works on, and what it may leave: nobody else's. */
  readonly path: string
  readonly kept: string

  /** Throws Usage where nothing can be written there. */
  constructor(folder: string) {
    this.#folder = folder
    this.path = join(folder, `${FILE}.${process.pid}`)
    this.kept = `${this.path}.kept`
    try {
      ensureFolder(folder, { mode: 0o700 })
      this.#removeLeft()
      this.begin()
    } catch (error) {
      throw new Usage(`nothing can be kept in ${folder}: ${(error as Error).message}`)
    }
  }

  /** An empty file. */
  begin(): void {
    this.close()
    for (const path of [this.path, this.kept]) closeSync(openSync(path, 'wx', 0o600))
  }

  /** A copy of what was kept. Throws NotResumable where there is none, or it is not whole. */
  goOn(): void {
    const kept = join(this.#folder, FILE)
    const { mode, size } = statSync(kept, { throwIfNoEntry: false }) ?? { mode: 0, size: null }
    if (size === null) throw new NotResumable('nothing was kept there yet')
    if ((mode & BY_OTHERS) !== 0) throw new NotResumable('others may write to what was kept')
    if (size !== sizeSaid(kept)) throw new NotResumable('what was kept is not whole')
    this.begin()
    copyFileSync(kept, this.path, constants.COPYFILE_FICLONE)
  }

  /** What the audit leaves, in place of what was kept before; also where the machine stops in between. */
  keep(): void {
    sync(this.kept)
    rename(this.kept, join(this.#folder, FILE))
  }

  close(): void {
    for (const path of [this.path, this.kept]) rmSync(path, { force: true })
  }

  /** What audits left that did not come to their end. */
  #removeLeft(): void {
    for (const name of readdirSync(this.#folder)) {
      const pid = OWN.exec(name)?.[1]
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(this.#folder, name), { force: true })
    }
  }
}

/** How many bytes a database says that it has. */
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
