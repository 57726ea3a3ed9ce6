// One product per DATA_DIR. The lock is the operating system's, on a file: it is released with its process, however
// that ends, so there are no stale locks.
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureFolder } from '../folders.ts'

const SQLITE_BUSY = 5

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

export type DataDirLock = {
  /** The last holder was killed: the processes that it started may still be exiting. */
  readonly afterCrash: boolean
  release(): void
}

/**
 * Creates the folder if missing. Throws one line: DataDirInUse, which names the holder, or why the folder cannot be
 * written.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const holder = join(dataDir, 'lock.pid')
  let file: DatabaseSync | null = null
  let afterCrash: boolean
  try {
    ensureFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    // node:sqlite is Node's only portable access to kernel file locks; nothing is stored in this database
    file = new DatabaseSync(join(dataDir, 'lock'))
    file.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    afterCrash = existsSync(holder)
    writeFileSync(holder, `${process.pid}\n`)
  } catch (error) {
    file?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === SQLITE_BUSY) throw new DataDirInUse(`${dataDir} is in use by another Fairbook${processIn(holder)}`)
    throw new Error(`DATA_DIR: nothing can be kept in ${dataDir} (${message})`, { cause: error })
  }
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
