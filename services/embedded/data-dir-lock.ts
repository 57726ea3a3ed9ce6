// One product per DATA_DIR. The lock is the operating system's own, on a file: it goes with its process, however that
// ends, so there is never a stale one to recover.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

export type DataDirLock = {
  /** The last holder was killed: what it started may still be on its way out. */
  readonly afterCrash: boolean
  release(): void
}

/** Throws DataDirInUse, with one line that says who holds it. The folder is made where there is none. */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true })
  const holder = join(dataDir, 'lock.pid')
  // node:sqlite is Node's only portable door to kernel file locks; nothing is stored in this database
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    file.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new DataDirInUse(`${dataDir} is in use by another Fairbook${processIn(holder)}`)
  }
  const afterCrash = existsSync(holder)
  writeFileSync(holder, `${process.pid}\n`)
  return {
    afterCrash,
    release() {
      rmSync(holder, { force: true })
      file.close()
    },
  }
}

function processIn(holder: string): string {
  try {
    return ` (process ${Number.parseInt(readFileSync(holder, 'utf8'), 10)})`
  } catch {
    return ''
  }
}
