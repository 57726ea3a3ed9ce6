// State that may outgrow memory: what was not asked for lately waits on disk, in a database without a name, or in the file that the
// next audit goes on from.
import type { DatabaseSync } from 'node:sqlite'
import { Anonymous } from './anonymous.ts'
import type { Form } from './entry.ts'
import { watchHeap } from './heap-watch.ts'
import { KeptFile, type Part, type SpillFile } from './kept-file.ts'
import { type Disk, SpillMap } from './spill-map.ts'

/** Of each map that does not say otherwise. */
const ENTRIES = 8_192

/** `inMemory`: of every map, at most; what a single event needs is there in any case. `file`: null where nothing is kept. */
export type SpillOptions = { readonly inMemory?: number; readonly file?: SpillFile | null }

export class Spill {
  readonly #inMemory: number
  readonly #maps: SpillMap<unknown>[] = []
  readonly #anonymous = new Anonymous()
  readonly #file: KeptFile | null
  /** From the first event on. */
  #heap: { close(): void } | null = null

  constructor({ inMemory = Number.POSITIVE_INFINITY, file = null }: SpillOptions = {}) {
    this.#inMemory = inMemory
    this.#file = file === null ? null : new KeptFile(file)
  }

  /** One that the next audit goes on from, by its name. `entries`: so many stay in memory. */
  map<Value>(name: string, entries = ENTRIES, form: Form = 'object'): SpillMap<Value> {
    if (this.#file === null) return this.scratch(entries, form)
    const map = this.#on<Value>(this.#file, `"map ${name}"`, entries, form)
    this.#file.keepMap(name, map as SpillMap<unknown>)
    return map
  }

  /** One that the next audit makes anew. */
  scratch<Value>(entries = ENTRIES, form: Form = 'object'): SpillMap<Value> {
    return this.#on(this.#anonymous, `map${this.#maps.length}`, entries, form)
  }

  #on<Value>(disk: Disk, table: string, entries: number, form: Form): SpillMap<Value> {
    const map = new SpillMap<Value>(disk, table, Math.min(entries, this.#inMemory), form)
    this.#maps.push(map as SpillMap<unknown>)
    return map
  }

  /** What the next audit goes on from and is no map: read at once, where this one goes on itself. */
  part<Written>(name: string, part: Part<Written>): void {
    this.#file?.keepPart(name, part)
  }

  /**
   * Moves to disk what was not asked for lately. To be called where nobody holds a value that he is about to change: a value that
   * is asked for again is another object.
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

  /** The heap is nearly full: of the larger maps, at most half of what they have in memory stays there from now on. */
  shrink(): void {
    const all = this.#maps.reduce((sum, { inMemory }) => sum + inMemory, 0)
    // there always is one that has no less than the mean
    for (const map of this.#maps) if (map.inMemory * this.#maps.length >= all) map.shrink()
  }

  /** Of what is not kept. */
  get database(): DatabaseSync {
    return this.#anonymous.database
  }

  /** How many entries were moved to disk so far, those that came back counted again. */
  get moved(): number {
    return this.#maps.reduce((sum, { moved }) => sum + moved, 0)
  }

  /** Once all that is kept was named. Throws NotResumable where the file has more. */
  expectAllTaken(): void {
    this.#file?.expectAllTaken()
  }

  /** Writes all that the next audit goes on from, as it is now, to another file. To be called between two events. */
  keepIn(path: string): void {
    this.#file?.keepIn(path)
  }

  close(): void {
    this.#heap?.close()
    this.#anonymous.close()
    this.#file?.close()
  }
}
