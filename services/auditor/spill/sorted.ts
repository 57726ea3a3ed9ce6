// Any number of values, iterated in the order of their keys. They are sorted on disk.
import type { StatementSync } from 'node:sqlite'
import type { Spill } from './spill.ts'

export class Sorted<Value> {
  readonly #spill: Spill
  #insert: StatementSync | null = null

  /** There can be one for each spill, which keeps the values until it is closed. */
  constructor(spill: Spill) {
    this.#spill = spill
  }

  /** `value`: as JSON can hold it. Values with the same key stay in the order in which they were added. */
  add(key: string, value: Value): void {
    this.#insert ??= this.#open()
    this.#insert.run(key, JSON.stringify(value))
  }

  /** In the order of the keys' bytes. */
  *[Symbol.iterator](): Generator<Value> {
    if (this.#insert === null) return
    const rows = this.#spill.database.prepare('select value from sorted order by key, place').iterate()
    for (const { value } of rows as Iterable<{ value: string }>) yield JSON.parse(value) as Value
  }

  #open(): StatementSync {
    const { database } = this.#spill
    database.exec('create table sorted (place integer primary key, key text not null, value text not null)')
    return database.prepare('insert into sorted (key, value) values (?, ?)')
  }
}
