// Rows in bulk: arrays for one INSERT by unnest, lines for COPY.
import type { Write } from './projection.ts'

export type ColumnType = 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'timestamptz' | 'json'
/** Values in the order of the table's columns. Times are RFC 3339, JSON is text. */
export type Row = readonly (string | number | bigint | boolean | null)[]
export type Columns = Readonly<Record<string, ColumnType>>
export type Table = { readonly name: string; readonly columns: Columns }

/** `after`: the rest of the statement, such as `on conflict …`. At most one for each table in a batch. */
export function insertRows(table: Table, rows: readonly Row[], after = ''): Write {
  const names = Object.keys(table.columns)
  return {
    name: `insert_${table.name}`,
    text: `insert into ${table.name} (${names.join(', ')}) select * from ${unnest(table.columns)} ${after}`,
    values: columnsOf(table.columns, rows),
    rows: rows.length,
  }
}

/** `unnest($1::text[], …)` for rows of these columns; alias it as `u (…)` to name them. */
export function unnest(columns: Columns, first = 1): string {
  return `unnest(${Object.values(columns)
    .map((type, index) => `$${first + index}::${type}[]`)
    .join(', ')})`
}

/** The rows turned into one array per column, as `unnest` takes them. */
export function columnsOf(columns: Columns, rows: readonly Row[]): unknown[][] {
  return Object.keys(columns).map((_, index) => rows.map((row) => row[index]))
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One line of COPY's text format. */
export function copyLine(row: Row): string {
  let line = ''
  for (let index = 0; index < row.length; index++) {
    const value = row[index]
    if (index > 0) line += '\t'
    if (value === null || value === undefined) line += '\\N'
    else if (typeof value === 'string') line += SPECIAL.test(value) ? escaped(value) : value
    else if (typeof value === 'boolean') line += value ? 't' : 'f'
    else line += value
  }
  return `${line}\n`
}

const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!)
