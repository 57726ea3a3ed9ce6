// A database on disk that has no name. SQLite makes it for its owner alone and unlinks it as it opens it, so that it is gone with
// the process, however that ends; what fits into its cache is never written.
import { DatabaseSync } from 'node:sqlite'
import type { Disk } from './spill-map.ts'

/** In kilobytes. */
const CACHE = 8_192

/**
 * Nothing of it is ever needed after a crash, nor read by anybody else: one transaction that never ends, since ending one for every
 * entry that is removed takes four times as long.
 */
export function openForOne(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    pragma cache_size = -${CACHE};
    pragma locking_mode = exclusive;
    begin`)
  return database
}

export class Anonymous implements Disk {
  isDue = false
  settled = 0
  #database: DatabaseSync | null = null

  /** Opened for the first entry that is moved. */
  get database(): DatabaseSync {
    this.#database ??= openForOne('')
    return this.#database
  }

  close(): void {
    this.#database?.close()
    this.#database = null
  }
}
