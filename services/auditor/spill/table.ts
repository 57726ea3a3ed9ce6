// The table of one map, on disk. Its index is by a hash of the key, which takes a tenth of what most keys do: more of it
// fits into the cache, and what is kept for the next audit is smaller.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { hashOf, KeyMarks } from './key-marks.ts'
import { Packing, type Shape, type Stored } from './packing.ts'

/** `beforeChange`: to be called before each change. */
export type TableDisk = { readonly database: DatabaseSync; beforeChange(): void }

/** `place`: in the order of insertion. `value`: packed. */
export type Row = { readonly place: number; readonly key: string; readonly value: Stored }

/** What another `Table` in the same database needs to use these rows. */
export type ShelvedTable = { readonly marks: Uint8Array; readonly shapes: readonly Shape[] }

/** How many rows are read at a time. */
const PAGE = 500

export class Table {
  readonly #disk: TableDisk
  readonly #name: string
  readonly #packing: Packing
  readonly #marks: KeyMarks
  readonly #find: StatementSync
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #remove: StatementSync
  readonly #page: StatementSync

  constructor(disk: TableDisk, table: string, shelved: ShelvedTable | null) {
    this.#disk = disk
    const { database } = disk
    disk.beforeChange()
    const name = `"${table}"`
    this.#name = name
    this.#packing = new Packing(shelved?.shapes)
    this.#marks = new KeyMarks(shelved?.marks)
    database.exec(
      `create table if not exists ${name} (place integer primary key, hash integer not null, key text not null, value not null);
      create index if not exists "${table} by hash" on ${name} (hash)`,
    )
    this.#find = database.prepare(`select place, key, value from ${name} where hash = ? and key = ?`)
    this.#insert = database.prepare(`insert into ${name} values (?, ?, ?, ?)`)
    this.#update = database.prepare(`update ${name} set value = ? where place = ?`)
    this.#remove = database.prepare(`delete from ${name} where place = ?`)
    this.#page = database.prepare(`select place, key, value from ${name} where place > ? order by place limit ${PAGE}`)
  }

  find(key: string): Row | undefined {
    const hash = hashOf(key)
    return this.#marks.mayHave(hash) ? (this.#find.get(hash, key) as Row | undefined) : undefined
  }

  /** Adds a row for a new key. */
  insert(place: number, key: string, value: unknown): void {
    this.#disk.beforeChange()
    const hash = hashOf(key)
    this.#insert.run(place, hash, key, this.#packing.pack(value))
    this.#marks.add(hash)
  }

  update(place: number, value: unknown): void {
    this.#disk.beforeChange()
    this.#update.run(this.#packing.pack(value), place)
  }

  remove(place: number): void {
    this.#disk.beforeChange()
    this.#remove.run(place)
  }

  clear(): void {
    this.#disk.beforeChange()
    this.#disk.database.exec(`delete from ${this.#name}`)
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
