// State that may outgrow memory. Entries that were not used lately are on disk, in a database without a name or in the
// file that the next audit goes on from.
import type { DatabaseSync } from 'node:sqlite'
import { Anonymous } from './anonymous.ts'
import type { Form } from './entry.ts'
import { watchHeap } from './heap-watch.ts'
import { KeptFile, type Part, type SpillFile } from './kept-file.ts'
import { type Disk, SpillMap } from './spill-map.ts'

/** By default, this many entries of a map stay in memory. */
const ENTRIES = 8_192

/**
 * `inMemory`: most entries of each map; those that a single event needs are there in any case. `file`: null if no state
 * is kept.
 */
export type SpillOptions = { readonly inMemory?: number; readonly file?: SpillFile | null }

export class Spill {
  readonly #inMemory: number
  readonly #maps: SpillMap<unknown>[] = []
  readonly #anonymous = new Anonymous()
  readonly #file: KeptFile | null
  /** Watched from the first event on. */
  #heap: { close(): void } | null = null

  constructor({ inMemory = Number.POSITIVE_INFINITY, file = null }: SpillOptions = {}) {
    this.#inMemory = inMemory
    this.#file = file === null ? null : new KeptFile(file)
  }

  /** A map that the next audit goes on from, by its name. `entries`: how many stay in memory. */
  map<Value>(name: string, entries = ENTRIES, form: Form = 'object'): SpillMap<Value> {
    if (this.#file === null) return this.scratch(entries, form)
    const map = this.#on<Value>(this.#file, `map ${name}`, entries, form)
    this.#file.keepMap(name, map as SpillMap<unknown>)
    return map
  }

  /** A map that is not kept for the next audit. */
  scratch<Value>(entries = ENTRIES, form: Form = 'object'): SpillMap<Value> {
    return this.#on(this.#anonymous, `map${this.#maps.length}`, entries, form)
  }

  #on<Value>(disk: Disk, table: string, entries: number, form: Form): SpillMap<Value> {
    const map = new SpillMap<Value>(disk, table, Math.min(entries, this.#inMemory), form)
    this.#maps.push(map as SpillMap<unknown>)
    return map
  }

  /**
   * Something else that the next audit goes on from. If this audit goes on from an earlier one, `part.read` is called
   * at once.
   */
  part<Written>(name: string, part: Part<Written>): void {
    this.#file?.keepPart(name, part)
  }

  /**
   * Moves entries to disk that were not used lately. To be called between events, when nobody holds a value that they
   * may still change: a later get may return another object.
   */
  settle(): void {
    this.#heap ??= watchHeap(() => this.shrink())
    this.#anonymous.settled += 1
    if (this.#file !== null) this.#file.settled += 1
    if (!this.#anonymous.isDue && this.#file?.isDue !== true) return
    this.#anonymous.isDue = false
    if (this.#file !== null) this.#file.isDue = false
    for (const map of this.#maps) map.settle()
  }

  /**
   * Called when the heap is nearly full: from now on, the larger maps keep at most half of what they have in memory.
   */
  shrink(): void {
    const all = this.#maps.reduce((sum, { inMemory }) => sum + inMemory, 0)
    // at least one map has no less than the mean, so something always shrinks
    for (const map of this.#maps) if (map.inMemory * this.#maps.length >= all) map.shrink()
  }

  /** The database without a name. */
  get database(): DatabaseSync {
    return this.#anonymous.database
  }

  /** How many times entries were moved to disk so far. */
  get moved(): number {
    return this.#maps.reduce((sum, { moved }) => sum + moved, 0)
  }

  /** To be called once everything that is kept was named. Throws NotResumable if the file holds more. */
  expectAllTaken(): void {
    this.#file?.expectAllTaken()
  }

  /**
   * Keeps what the next audit goes on from, as it is now, for another file, which has it after `leave`. To be called
   * between two events.
   */
  keepIn(path: string): void {
    this.#file?.keepIn(path)
  }

  /** Maps that are kept cannot be used afterwards. Throws if the file could not be written. */
  leave(): void {
    this.#file?.leave()
  }

  close(): void {
    this.#heap?.close()
    this.#anonymous.close()
    this.#file?.close()
  }
}
