// State that the next audit goes on from, in a file that has a name: the maps as they lie on disk, each under its name, and what is
// no map. Both sides name all of it, so that a check that is added or forgotten makes nothing wrong: the file is not gone on from.
import { constants, copyFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import { openForOne } from './anonymous.ts'
import { NotResumable } from './not-resumable.ts'
import type { Disk, Shelved, SpillMap } from './spill-map.ts'

/** A file that there is, empty or (`goesOn`) as it was kept: nobody else's for as long as it is open. */
export type SpillFile = { readonly path: string; readonly goesOn: boolean }

/** State that is no map, as `serialize` takes it: an object of a class would lose what is private. */
export type Part<Written> = {
  write(): Written
  read(written: Written): void
}

/** As `serialize` writes it: what is no row of a map. */
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
  /** What nobody has asked for; null where there is nothing to go on from. */
  readonly #shelves: { readonly maps: Map<string, Uint8Array>; readonly parts: Map<string, Uint8Array> } | null

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

  /** Throws NotResumable where it has what nobody asked for. */
  expectAllTaken(): void {
    const [left] = [...(this.#shelves?.maps.keys() ?? []), ...(this.#shelves?.parts.keys() ?? [])]
    if (left !== undefined) throw new NotResumable(`nothing goes on from ${left}, which was kept`)
  }

  /** Writes all of it, as it is now, to another file. Whether or not it can, this one goes on as it was. */
  keepIn(path: string): void {
    const { database } = this
    try {
      database.exec(CREATED)
      const putMap = database.prepare('insert into kept_map values (?, ?)')
      for (const [name, map] of this.#maps) putMap.run(name, serialize(map.shelve()))
      const putPart = database.prepare('insert into kept_part values (?, ?)')
      for (const [name, part] of this.#parts) putPart.run(name, serialize(part.write()))
      database.exec('commit')
      copyFileSync(this.#path, path, constants.COPYFILE_FICLONE)
    } finally {
      if (!database.isTransaction) database.exec('begin')
      database.exec(DROPPED)
    }
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
