// State that the next audit goes on from, in a file with a name: the maps as they are on disk, each under its name, and
// parts that are no maps. Writer and reader both name everything. So if a check was added or forgotten, nothing goes
// wrong: the file is not used.
import { constants, copyFileSync, renameSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import { openForOne } from './anonymous.ts'
import { NotResumable } from './not-resumable.ts'
import type { Disk, Shelved, SpillMap } from './spill-map.ts'

/** An existing file that nobody else uses: empty or, with `goesOn`, as an earlier audit kept it. */
export type SpillFile = { readonly path: string; readonly goesOn: boolean }

/**
 * State that is not a map. `Written`: plain data for `serialize`, since an object of a class would lose its private
 * fields.
 */
export type Part<Written> = {
  write(): Written
  read(written: Written): void
}

/** `value`: as `serialize` writes it. */
type KeptRow = { readonly name: string; readonly value: Uint8Array }

const TABLES = ['kept_map', 'kept_part'] as const
const CREATED = TABLES.map((table) => `create table ${table} (name text primary key, value blob not null);`).join('')
const DROPPED = TABLES.map((table) => `drop table if exists ${table};`).join('')

export class KeptFile implements Disk {
  isDue = false
  settled = 0
  readonly database: DatabaseSync
  readonly #path: string
  readonly #maps = new Map<string, SpillMap<unknown>>()
  readonly #parts = new Map<string, Part<unknown>>()
  /** What the file holds and nobody has taken yet; null if this audit does not go on from it. */
  readonly #shelves: { readonly maps: Map<string, Uint8Array>; readonly parts: Map<string, Uint8Array> } | null

  /** Where everything is to be kept, as long as this file is exactly that; null otherwise. */
  #keptIn: string | null = null
  /** Why it could not be copied there. */
  #failure: unknown = null

  constructor({ path, goesOn }: SpillFile) {
    this.#path = path
    this.database = openForOne(path)
    this.#shelves = goesOn ? this.#readShelves() : null
  }

  #readShelves() {
    const read = (table: (typeof TABLES)[number]) => {
      const rows = this.database.prepare(`select name, value from ${table}`).all() as KeptRow[]
      return new Map(rows.map(({ name, value }) => [name, value]))
    }
    const shelves = { maps: read('kept_map'), parts: read('kept_part') }
    this.database.exec(DROPPED)
    return shelves
  }

  keepMap(name: string, map: SpillMap<unknown>): void {
    add(this.#maps, name, map)
    if (this.#shelves !== null) map.goOn(deserialize(take(this.#shelves.maps, name)) as Shelved)
  }

  keepPart<Written>(name: string, part: Part<Written>): void {
    add(this.#parts, name, part as Part<unknown>)
    if (this.#shelves !== null) part.read(deserialize(take(this.#shelves.parts, name)) as Written)
  }

  /** Throws NotResumable if the file holds something that nobody has taken. */
  expectAllTaken(): void {
    const [left] = [...(this.#shelves?.maps.keys() ?? []), ...(this.#shelves?.parts.keys() ?? [])]
    if (left !== undefined) throw new NotResumable(`nothing goes on from ${left}, which was kept`)
  }

  /**
   * Keeps everything as it is now for another file, which has it after `leave`. To be called once. Maps can be used as
   * before, even if this fails.
   */
  keepIn(path: string): void {
    const { database } = this
    try {
      database.exec(CREATED)
      const putMap = database.prepare('insert into kept_map values (?, ?)')
      for (const [name, map] of this.#maps) putMap.run(name, serialize(map.shelve()))
      const putPart = database.prepare('insert into kept_part values (?, ?)')
      for (const [name, part] of this.#parts) putPart.run(name, serialize(part.write()))
      database.exec('commit')
      this.#keptIn = path
    } catch (error) {
      this.#begin()
      throw error
    }
  }

  /** Copies what is to be kept before the first change to it. Often there is none, and this file can be left as it is. */
  beforeChange(): void {
    if (this.#keptIn === null) return
    try {
      copyFileSync(this.#path, this.#keptIn, constants.COPYFILE_FICLONE)
    } catch (error) {
      this.#failure = error
    }
    this.#keptIn = null
    this.#begin()
  }

  /** Puts what was kept into its file. Maps cannot be used afterwards. Throws if that failed. */
  leave(): void {
    if (this.#failure !== null) throw this.#failure
    this.close()
    if (this.#keptIn !== null) renameSync(this.#path, this.#keptIn)
  }

  /** Begins to change the file: it is no longer as it is kept. */
  #begin(): void {
    if (!this.database.isTransaction) this.database.exec('begin')
    this.database.exec(DROPPED)
  }

  close(): void {
    if (this.database.isOpen) this.database.close()
  }
}

function add<Value>(all: Map<string, Value>, name: string, value: Value): void {
  if (all.has(name)) throw new Error(`two parts of the state are called ${name}`)
  all.set(name, value)
}

function take<Value>(shelf: Map<string, Value>, name: string): Value {
  const found = shelf.get(name)
  if (found === undefined) throw new NotResumable(`nothing was kept of ${name}`)
  shelf.delete(name)
  return found
}
