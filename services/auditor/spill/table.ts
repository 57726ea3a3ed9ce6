// The table of one map, on disk.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { KeyMarks } from './key-marks.ts'
import { Packing, type Shape, type Stored } from './packing.ts'

/** `place`: in the order of insertion. `value`: packed. */
export type Row = { readonly place: number; readonly key: string; readonly value: Stored }

/** What another `Table` in the same database needs to use these rows. */
export type ShelvedTable = { readonly marks: Uint8Array; readonly shapes: readonly Shape[] }

/** How many rows are read at a time. */
const PAGE = 500

export class Table {
  readonly #database: DatabaseSync
  readonly #name: string
  readonly #packing: Packing
  readonly #marks: KeyMarks
  readonly #find: StatementSync
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #remove: StatementSync
  readonly #page: StatementSync

  constructor(database: DatabaseSync, name: string, shelved: ShelvedTable | null) {
    this.#database = database
    this.#name = name
    this.#packing = new Packing(shelved?.shapes)
    this.#marks = new KeyMarks(shelved?.marks)
    database.exec(
      `create table if not exists ${name} (place integer primary key, key text not null unique, value not null)`,
    )
    this.#find = database.prepare(`select place, key, value from ${name} where key = ?`)
    this.#insert = database.prepare(`insert into ${name} values (?, ?, ?)`)
    this.#update = database.prepare(`update ${name} set value = ? where place = ?`)
    this.#remove = database.prepare(`delete from ${name} where place = ?`)
    this.#page = database.prepare(`select place, key, value from ${name} where place > ? order by place limit ${PAGE}`)
  }

  find(key: string): Row | undefined {
    return this.#marks.mayHave(key) ? (this.#find.get(key) as Row | undefined) : undefined
  }

  /** Adds a row for a new key. */
  insert(place: number, key: string, value: unknown): void {
    this.#insert.run(place, key, this.#packing.pack(value))
    this.#marks.add(key)
  }

  update(place: number, value: unknown): void {
    this.#update.run(this.#packing.pack(value), place)
  }

  remove(place: number): void {
    this.#remove.run(place)
  }

  clear(): void {
    this.#database.exec(`delete from ${this.#name}`)
    this.#marks.clear()
  }

  /** In the order of insertion, each as it is when its page is read. */
  *rows(): Generator<Row> {
    for (let last = -1; ; ) {
      const page = this.#page.all(last) as Row[]
      yield* page
      if (page.length < PAGE) return
      last = page.at(-1)!.place
    }
  }

  valueOf<Value>({ value }: Row): Value {
    return this.#packing.unpack(value)
  }

  shelve(): ShelvedTable {
    return { marks: this.#marks.bytes, shapes: this.#packing.shapes }
  }
}
