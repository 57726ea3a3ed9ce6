// State that may outgrow memory: what was not asked for lately waits in a database on disk that has no name. SQLite makes it for
// its owner alone and unlinks it as it opens it, so that it is gone with the process, however that ends; what fits into its cache
// is never written.
import { DatabaseSync } from 'node:sqlite'
import { SpillMap } from './spill-map.ts'

/** In kilobytes. */
const CACHE = 16_384
/** Of each map that does not say otherwise. */
const ENTRIES = 8_192

/** `inMemory`: of every map, at most; what a single event needs is there in any case. */
export type SpillOptions = { readonly inMemory?: number }

export class Spill {
  readonly #inMemory: number
  readonly #maps: SpillMap<unknown>[] = []
  #database: DatabaseSync | null = null
  /** Some map has more in memory than it should. */
  isDue = false

  constructor({ inMemory = Number.POSITIVE_INFINITY }: SpillOptions = {}) {
    this.#inMemory = inMemory
  }

  /** `entries`: so many stay in memory. */
  map<Value>(entries = ENTRIES): SpillMap<Value> {
    const map = new SpillMap<Value>(this, `map${this.#maps.length}`, Math.min(entries, this.#inMemory))
    this.#maps.push(map as SpillMap<unknown>)
    return map
  }

  /**
   * Moves to disk what was not asked for lately. To be called where nobody holds a value that he is about to change: a value that
   * is asked for again is another object.
   */
  settle(): void {
    if (!this.isDue) return
    this.isDue = false
    for (const map of this.#maps) map.settle()
  }

  /** Opened for the first that is moved. */
  get database(): DatabaseSync {
    if (this.#database !== null) return this.#database
    this.#database = new DatabaseSync('')
    // nothing of it is ever needed after a crash, nor read by anybody else: one transaction that never ends, since ending one for
    // every entry that is removed takes four times as long
    this.#database.exec(`
      pragma journal_mode = off;
      pragma synchronous = off;
      pragma cache_size = -${CACHE};
      pragma locking_mode = exclusive;
      begin`)
    return this.#database
  }

  /** How many entries were moved to disk so far, those that came back counted again. */
  get moved(): number {
    return this.#maps.reduce((sum, { moved }) => sum + moved, 0)
  }

  close(): void {
    this.#database?.close()
    this.#database = null
  }
}
