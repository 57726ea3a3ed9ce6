// Compares one table of a read model with rows made from the events and reports every cell that differs.
import type pg from 'pg'
import { canonicalText } from '../events/canonical.ts'
import type { FindingCode } from '../findings/finding-codes.ts'
import type { Findings } from '../findings/findings.ts'
import { IN_ORDER, type Snapshot } from '../postgres/snapshot.ts'
import { NULL, TableLines, unescaped } from '../postgres/table-lines.ts'
import { absentOf } from '../spill/absent.ts'
import type { Spill } from '../spill/spill.ts'

export type TableSpec = {
  readonly table: string
  readonly columns: readonly string[]
  /** Columns with JSON, which are compared by value. */
  readonly json?: readonly string[]
}

/**
 * The column of an event's position. It is left out of what is shown: another store with the same log has other
 * positions.
 */
export const POSITION = 'position'

/** What a whole table should hold. */
export type ExpectedRows = {
  /** The line of a key; null if there should be no row. */
  rowOf(key: string): string | null
  keys(): Iterable<string>
  /** The number of keys, if it is known without going through them. */
  readonly count?: number
  /**
   * Only rows that meet the SQL condition `where` are read. They may include rows of other keys; those that have to be
   * there satisfy `has`.
   */
  readonly among?: { readonly where: string; has(key: string): boolean }
  accountOf?(key: string): string | null
}

/** The event that a row follows from; null if it does not follow from a single one. */
export type RowOrigin = { readonly number: number; readonly position: string } | null

type Difference = {
  readonly code: FindingCode
  readonly key: string
  readonly expected: string
  readonly actual: string
  readonly account: string | null
  readonly origin: RowOrigin
}

/** `isTrue`: the SQL condition. `settings`: SQL to run first, with which rows still come in the order of the table. */
export type Condition = { readonly isTrue: string; readonly settings?: string }
/**
 * Rows of events from this ledger number on. 0: all rows, even if somebody has given them a negative number or none.
 */
export const since = (from: number, column = 'number'): Condition => ({
  isTrue: from === 0 ? 'true' : `${column} >= ${from}`,
})

export class TableCheck {
  readonly spec: TableSpec
  rows = 0
  readonly #findings: Findings

  constructor(spec: TableSpec, findings: Findings) {
    this.spec = spec
    this.#findings = findings
  }

  get #query(): string {
    return `select ${this.spec.columns.join(', ')} from ${this.#table}`
  }

  get #table(): string {
    return `app.${this.spec.table}`
  }

  /** The rows that meet the condition, in the order in which they lie in the table, to be read in step with the log. */
  lines(snapshot: Snapshot, { isTrue, settings }: Condition = since(0)): Promise<TableLines> {
    return snapshot.lines(this.#table, `${this.#query} where ${isTrue}`, settings)
  }

  /** The rows in the order of an indexed column, from one value of it on. */
  linesInOrder(snapshot: Snapshot, column: string, from: number): Promise<TableLines> {
    const { isTrue } = since(from, column)
    return snapshot.lines(this.#table, `${this.#query} where ${isTrue} order by ${column}`, IN_ORDER)
  }

  /** Reports each cell that differs and returns whether none does. Both rows are lines of all columns. */
  compare(key: string, expected: string, actual: string, account: string | null, origin: RowOrigin = null): boolean {
    this.rows += 1
    if (expected === actual) return true
    const [due, found] = [expected.split('\t'), actual.split('\t')]
    let same = true
    for (const [index, column] of this.spec.columns.entries()) {
      const [a = NULL, b = NULL] = [due[index], found[index]]
      if (a === b || (this.spec.json?.includes(column) && sameJson(a, b))) continue
      same = false
      const different = { expected: `${column} = ${shown(a)}`, actual: `${column} = ${shown(b)}` }
      this.#report({ code: 'row_different', key, ...different, account, origin })
    }
    return same
  }

  missing(key: string, account: string | null, origin: RowOrigin = null): void {
    this.#report({ code: 'row_missing', key, expected: 'a row', actual: 'none', account, origin })
  }

  extra(key: string, account: string | null, line: string): void {
    const cells = line.split('\t').filter((_, index) => this.spec.columns[index] !== POSITION)
    const actual = cells.map(shown).join(' | ')
    this.#report({ code: 'row_extra', key, expected: 'no row', actual, account, origin: null })
  }

  #report({ code, key, expected, actual, account, origin }: Difference): void {
    const { number, position } = origin ?? { number: null, position: null }
    const subject = `${this.spec.table} ${key}`
    this.#findings.add({
      ...{ code, number, position, subject, account },
      expected: clipped(expected),
      actual: clipped(actual),
    })
  }

  /** Compares a whole table, read in the order of its key. `keyColumns`: how many of its first columns are the key. */
  async compareAll(client: pg.Client, spill: Spill, keyColumns: number, rows: ExpectedRows): Promise<void> {
    const { rowOf, keys, among, accountOf = () => null } = rows
    const query = `${this.#query} where ${among?.where ?? 'true'} order by ${this.spec.columns.slice(0, keyColumns).join(', ')}`
    const keyOf = (line: string) => unescaped(line.split('\t', keyColumns).join(' '))
    let found = 0
    let last: string | null = null
    for await (const line of new TableLines(client, query)) {
      const key = keyOf(line)
      const expected = key === last ? null : rowOf(key)
      last = key
      if (expected === null) this.extra(key, accountOf(key), line)
      else {
        if (among?.has(key) !== false) found += 1
        // compare only what differs: looking up the account may take a read from disk
        if (expected === line) this.rows += 1
        else this.compare(key, expected, line, accountOf(key))
      }
    }
    async function* again(): AsyncGenerator<string> {
      for await (const line of new TableLines(client, query)) yield keyOf(line)
    }
    const expected = { count: rows.count ?? countOf(keys()), keys }
    for await (const key of absentOf(spill, expected, found, again)) this.missing(key, accountOf(key))
  }
}

function countOf(keys: Iterable<string>): number {
  let count = 0
  for (const _ of keys) count += 1
  return count
}

const LONGEST = 200
const clipped = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`)
const shown = (cell: string): string => (cell === NULL ? 'null' : unescaped(cell))

function sameJson(a: string, b: string): boolean {
  if (a === NULL || b === NULL) return false
  try {
    return canonicalText(JSON.parse(unescaped(a))) === canonicalText(JSON.parse(unescaped(b)))
  } catch {
    return false
  }
}
