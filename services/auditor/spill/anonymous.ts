// A database on disk without a name. SQLite creates it for its owner alone and unlinks it at once, so that it is gone
// with the process, however that ends. Whatever fits into its cache is never written.
import { DatabaseSync } from 'node:sqlite'
import type { Disk } from './spill-map.ts'

/** Kilobytes. */
const CACHE = 8_192

/**
 * Opens a database that nobody else reads and nobody needs after a crash. One transaction stays open: ending one for
 * every entry that is removed takes four times as long.
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

  /** Opened when the first entry is moved. */
  get database(): DatabaseSync {
    this.#database ??= openForOne('')
    return this.#database
  }

  beforeChange(): void {}

  close(): void {
    this.#database?.close()
    this.#database = null
  }
}
