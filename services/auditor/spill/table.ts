// The table on disk of one map.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Stored } from './entry.ts'
import { KeyMarks } from './key-marks.ts'

export type Row = { readonly place: number; readonly key: string; readonly value: Stored }
export type Table = {
  /** Of the keys that may be in it. */
  readonly marks: KeyMarks
  readonly find: StatementSync
  readonly put: StatementSync
  readonly remove: StatementSync
  /** After a place, in their order. */
  readonly page: StatementSync
}

/** Rows of a page. */
export const TABLE_PAGE = 500

/** Makes it where there is none. */
export function openTable(database: DatabaseSync, name: string, marks = new KeyMarks()): Table {
  database.exec(
    `create table if not exists ${name} (place integer primary key, key text not null unique, value not null)`,
  )
  return {
    marks,
    find: database.prepare(`select place, key, value from ${name} where key = ?`),
    put: database.prepare(
      `insert into ${name} values (?, ?, ?) on conflict (place) do update set value = excluded.value`,
    ),
    remove: database.prepare(`delete from ${name} where place = ?`),
    page: database.prepare(`select place, key, value from ${name} where place > ? order by place limit ${TABLE_PAGE}`),
  }
}
