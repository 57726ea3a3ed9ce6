// A map whose entries may be on disk.
import { type Entry, type Form, isUnlike, valueIn } from './entry.ts'
import type { Known } from './known.ts'
import { type Row, type ShelvedTable, Table, type TableDisk } from './table.ts'

/** Where entries are moved to. `isDue`: a map waits for `Spill.settle`. `settled`: how often that was called. */
export type Disk = TableDisk & { isDue: boolean; settled: number }
/** What another map goes on from. `next`: the next place by insertion. `table`: null if nothing was on disk. */
export type Shelved = { readonly next: number; readonly size: number; readonly table: ShelvedTable | null }

/** Less than every count of `Disk.settled`. */
const NEVER = -1

/** How many entries of the younger half stay in memory, however full the heap is. */
const HALF_MIN = 64

/** Like a `Map`, but change an object from it only before the next `Spill.settle`: then `get` may return another. */
export class SpillMap<Value> implements Known<Value> {
  size = 0
  /** Entries that were moved to disk. */
  moved = 0
  readonly #disk: Disk
  /** The name of its table. */
  readonly #name: string
  #half: number
  readonly #isText: boolean
  /** In a map of texts, the entries that are objects until the next `settle`. */
  #asked: Entry<Value>[] = []
  /** Entries used lately, and entries not used since that half was last full, the oldest first. */
  #young = new Map<string, Entry<Value>>()
  #old = new Map<string, Entry<Value>>()
  #next = 0
  #table: Table | null = null
  /** The row that was found last and the key that was looked up in vain last: `has` is often called before `get`. */
  #found: Row | undefined
  #missed: string | null = null

  /** Called by `Spill`. `entries`: how many stay in memory. */
  constructor(disk: Disk, name: string, entries: number, form: Form = 'object') {
    this.#disk = disk
    this.#name = name
    this.#half = Math.ceil(entries / 2)
    this.#isText = form === 'text'
  }

  get(key: string): Value | undefined {
    const entry = this.#entry(key)
    if (entry === undefined || entry.text === null) return entry?.value
    entry.value = JSON.parse(entry.text) as Value
    this.#ask(entry)
    return entry.value
  }

  peek(key: string): Value | undefined {
    const entry = this.#young.get(key) ?? this.#old.get(key)
    if (entry !== undefined) return valueIn(entry)
    const row = this.#row(key)
    return row === undefined ? undefined : this.#seen(row)
  }

  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key) || this.#row(key) !== undefined
  }

  set(key: string, value: Value): this {
    const entry = this.#entry(key)
    if (entry === undefined) this.#insert(key, value)
    else {
      entry.value = value
      entry.asked = this.#disk.settled
      if (this.#isText) this.#ask(entry)
    }
    return this
  }

  /** Returns false and changes nothing if the key is known. */
  add(key: string, value: Value): boolean {
    if (this.has(key)) return false
    this.#insert(key, value)
    return true
  }

  delete(key: string): boolean {
    const entry = this.#entry(key)
    if (entry === undefined) return false
    this.#young.delete(key)
    if (entry.written !== null) this.#table!.remove(entry.order)
    this.#found = undefined
    this.size -= 1
    return true
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
    this.#asked = []
    this.#found = undefined
    this.size = 0
    this.#table?.clear()
  }

  *[Symbol.iterator](): Generator<[string, Value]> {
    const held = [...this.#old, ...this.#young].sort(([, a], [, b]) => a.order - b.order)
    if (this.#table === null || held.length === this.size) {
      for (const [key, entry] of held) yield [key, valueIn(entry)]
      return
    }
    let at = 0
    for (const row of this.#table.rows()) {
      for (; at < held.length && held[at]![1].order < row.place; at++) yield* this.#still(held[at]![0])
      if (held[at]?.[1].order === row.place) at += 1
      const entry = this.#young.get(row.key) ?? this.#old.get(row.key)
      yield [row.key, entry === undefined ? this.#seen(row) : valueIn(entry)]
    }
    for (; at < held.length; at++) yield* this.#still(held[at]![0])
  }

  /** The entry with its present value, unless it is gone. */
  *#still(key: string): Generator<[string, Value]> {
    const value = this.peek(key)
    if (value !== undefined) yield [key, value]
  }

  *keys(): Generator<string> {
    for (const [key] of this) yield key
  }

  *values(): Generator<Value> {
    for (const [, value] of this) yield value
  }

  /** Called by `Spill.settle`. */
  settle(): void {
    for (const entry of this.#asked) {
      // an entry may be listed twice
      if (entry.text !== null) continue
      entry.text = JSON.stringify(entry.value)
      entry.value = undefined
    }
    this.#asked.length = 0
    if (!this.#isFull) return
    for (const [key, entry] of this.#young) this.#old.set(key, entry)
    this.#young = new Map()
    if (this.#old.size > 2 * this.#half) this.#old = this.#moved(this.#old, this.#old.size - this.#half)
  }

  get #isFull(): boolean {
    return this.#young.size > this.#half || this.inMemory > 2 * this.#half
  }

  get inMemory(): number {
    return this.#young.size + this.#old.size
  }

  /** Called by `Spill.shrink`. */
  shrink(): void {
    this.#half = Math.min(this.#half, Math.max(HALF_MIN, Math.ceil(this.inMemory / 4)))
    this.#disk.isDue = true
  }

  /** Writes everything to disk. */
  shelve(): Shelved {
    for (const half of [this.#old, this.#young]) if (half.size > 0) this.#write(half)
    return { next: this.#next, size: this.size, table: this.#table?.shelve() ?? null }
  }

  /** Goes on from where another map in the same database ended. */
  goOn({ next, size, table }: Shelved): void {
    this.#next = next
    this.size = size
    if (table !== null) this.#table = new Table(this.#disk, this.#name, table)
  }

  #entry(key: string): Entry<Value> | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return this.#maybeChanged(young)
    const old = this.#old.get(key)
    if (old !== undefined) {
      this.#old.delete(key)
      return this.#keep(key, this.#maybeChanged(old))
    }
    const row = this.#row(key)
    if (row === undefined) return undefined
    return this.#keep(key, this.#maybeChanged(this.#entryOf(row)))
  }

  #entryOf(row: Row): Entry<Value> {
    const [value, text] = this.#isText ? [undefined, row.value as string] : [this.#valueOf(row), null]
    return { order: row.place, value, text, asked: NEVER, written: this.#disk.settled }
  }

  /** An entry that is read stays in memory if all fit there: an audit that goes on begins with all on disk. */
  #seen(row: Row): Value {
    return this.size <= 2 * this.#half ? valueIn(this.#keep(row.key, this.#entryOf(row))) : this.#valueOf(row)
  }

  #maybeChanged(entry: Entry<Value>): Entry<Value> {
    if (typeof entry.value === 'object') entry.asked = this.#disk.settled
    return entry
  }

  #insert(key: string, value: Value): void {
    this.size += 1
    const asked = this.#disk.settled
    const entry = this.#keep(key, { order: this.#next++, value, text: null, asked, written: null })
    if (this.#isText) this.#ask(entry)
  }

  /** Marks an entry of a map of texts as an object until the next `settle`. */
  #ask(entry: Entry<Value>): void {
    entry.text = null
    entry.asked = this.#disk.settled
    this.#asked.push(entry)
    this.#disk.isDue = true
  }

  #valueOf(row: Row): Value {
    return this.#isText ? (JSON.parse(row.value as string) as Value) : this.#table!.valueOf<Value>(row)
  }

  #keep(key: string, entry: Entry<Value>): Entry<Value> {
    this.#young.set(key, entry)
    if (this.#isFull) this.#disk.isDue = true
    return entry
  }

  /** Moves the first `count` entries to disk, and returns those that stay in memory. */
  #moved(entries: ReadonlyMap<string, Entry<Value>>, count: number): Map<string, Entry<Value>> {
    const all = [...entries]
    this.#write(all.slice(0, count))
    this.moved += count
    return new Map(all.slice(count))
  }

  #row(key: string): Row | undefined {
    if (this.#found?.key === key) return this.#found
    if (this.#table === null || this.#missed === key) return undefined
    this.#found = this.#table.find(key)
    if (this.#found === undefined) this.#missed = key
    return this.#found
  }

  #write(entries: Iterable<[string, Entry<Value>]>): void {
    this.#found = undefined
    this.#missed = null
    this.#table ??= new Table(this.#disk, this.#name, null)
    for (const [key, entry] of entries) {
      if (!isUnlike(entry)) continue
      const value = this.#isText ? (entry.text ?? JSON.stringify(entry.value)) : entry.value
      if (entry.written === null) this.#table.insert(entry.order, key, value)
      else this.#table.update(entry.order, value)
      entry.written = this.#disk.settled
    }
  }
}
