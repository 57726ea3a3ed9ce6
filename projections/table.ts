// Rows in bulk: arrays for an INSERT with unnest, lines for COPY.
import type { Write } from './write.ts'

export type ColumnType = 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'timestamptz' | 'json'
/** Values in the order of the table's columns. Times are RFC 3339, JSON is text. */
export type Row = readonly (string | number | bigint | boolean | null)[]
export type Columns = Readonly<Record<string, ColumnType>>
export type Table = { readonly name: string; readonly columns: Columns }

/** Some of a table's columns, in the order given. Throws if it does not have one of them. */
export function selectColumns({ name, columns }: Table, names: readonly string[]): Columns {
  const entries = names.map((column) => {
    const type = columns[column]
    if (type === undefined) throw new Error(`table ${name} has no column ${column}`)
    return [column, type] as const
  })
  return Object.fromEntries(entries)
}

/** `unnest(…) as u (names)`: the values of `columnsOf`, as a table `u`. */
export const unnestAs = (columns: Columns): string => `${unnest(columns)} as u (${Object.keys(columns).join(', ')})`

/** `after`: the rest of the statement, such as `on conflict …`; it must always be the same for a table. */
export function insertRows(table: Table, rows: readonly Row[], after = ''): Write {
  const names = Object.keys(table.columns)
  return {
    name: `insert_${table.name}`,
    text: `insert into ${table.name} (${names.join(', ')}) select * from ${unnest(table.columns)} ${after}`,
    values: columnsOf(table.columns, rows),
    rows: rows.length,
  }
}

/**
 * The same as several statements of `atOnce` rows each. V8 takes fresh memory from the system for every string of more
 * than some 100,000 characters, which costs more than everything else that is done with it, so no column of a statement
 * should be that long.
 */
export function insertInParts(table: Table, rows: readonly Row[], atOnce: number): Write[] {
  const writes: Write[] = []
  for (let from = 0; from < rows.length; from += atOnce) {
    writes.push(insertRows(table, rows.slice(from, from + atOnce)))
  }
  return writes
}

function unnest(columns: Columns): string {
  const lists = Object.values(columns).map((type, index) =>
    // a list of nulls arrives empty, and unnest fills it up with nulls
    type === 'json' ? `string_to_array($${index + 1}, E'\n', '')::json[]` : `$${index + 1}::${type}[]`,
  )
  return `unnest(${lists.join(', ')})`
}

/**
 * One text for each column, with the values of all rows: `pg` would quote every single value, which takes longer than
 * folding them. JSON is full of quotes and has no line feeds, so it is sent as lines.
 */
export function columnsOf(columns: Columns, rows: readonly Row[]): string[] {
  return Object.values(columns).map((type, index) => {
    const values = rows.map((row) => row[index] ?? null)
    return type === 'json' ? values.map((value) => value ?? '').join('\n') : arrayLiteral(values)
  })
}

/** Values that need no quotes in an array: ids, references, numbers, times. */
const BARE = /^[\w.:@+-]+$/

export function arrayLiteral(values: Row): string {
  let literal = '{'
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (index > 0) literal += ','
    if (value === null || value === undefined) literal += 'null'
    else if (typeof value !== 'string') literal += value
    else if (BARE.test(value) && value.toLowerCase() !== 'null') literal += value
    else literal += `"${value.replace(/["\\]/g, '\\$&')}"`
  }
  return `${literal}}`
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One line in the text format of COPY. */
export const copyLine = (row: Row): string => `${copyFields(row)}\n`

/** The fields of a line, or of a part of it; parts are joined by tabs. */
export function copyFields(row: Row): string {
  const values: unknown[] = new Array(row.length)
  for (let index = 0; index < row.length; index++) {
    const value = row[index]
    if (typeof value === 'string') values[index] = SPECIAL.test(value) ? escaped(value) : value
    else values[index] = value ?? '\\N'
  }
  // joined in one go, because a string built piece by piece keeps all its pieces alive
  return values.join('\t')
}

const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!)
