// Rows for people: as a table no wider than the terminal, or each row by itself if the terminal is too narrow for a
// table.
import { type Column, type Row, shownCell } from './cells.ts'
import type { Rows } from './rows.ts'

/** No column of text is narrower than this: lines of a word and a half are unreadable. */
const LEAST = 10
const GAP = '  '

type Heading = (title: string) => string

/** `width`: of the terminal; null if there is none, so that lines may have any length. */
export function* textRows(rows: Rows, heading: Heading, width: number | null): Generator<string> {
  if (width === null) return yield* table(rows, rows.columns, rows.widths, heading)
  // an empty column would take room from others
  const isThere = rows.columns.map((_, index) => rows.isFilled[index]!)
  const columns = rows.columns.filter((_, index) => isThere[index])
  const widths = fitting(
    columns,
    rows.widths.filter((_, index) => isThere[index]),
    width,
  )
  if (widths === null) yield* one(rows, columns, heading)
  else yield* table(rows, columns, widths, heading)
}

function* table(
  rows: Rows,
  columns: readonly Column[],
  widths: readonly number[],
  heading: Heading,
): Generator<string> {
  /** As many lines as the longest cell needs. */
  const lines = (textOf: (column: Column) => string): string[] => {
    const cells = columns.map((column, index) => pieces(textOf(column), widths[index]!))
    return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, at) => {
      const line = cells.map((cell, index) => aligned(columns[index]!, cell[at] ?? '', widths[index]!))
      return `${GAP}${line.join(GAP)}`.trimEnd()
    })
  }
  for (const line of lines(({ title }) => title)) yield `${heading(line)}\n`
  for (const row of rows) for (const line of lines((column) => shownCell(column, row as Row))) yield `${line}\n`
}

/** One row after the other, each with the columns that it fills. */
function* one(rows: Rows, columns: readonly Column[], heading: Heading): Generator<string> {
  const width = Math.max(...columns.map(({ title }) => title.length))
  let begin = ''
  for (const row of rows) {
    yield begin
    begin = '\n'
    for (const column of columns) {
      const text = shownCell(column, row)
      if (text !== '') yield `${GAP}${heading(column.title.padEnd(width))}${GAP}${text}\n`
    }
  }
}

/** Shrinks the widest columns of text first; numbers keep their width. Null if that is not enough. */
function fitting(columns: readonly Column[], widths: readonly number[], width: number): readonly number[] | null {
  const fitted = [...widths]
  const room = width - GAP.length * columns.length
  for (let over = fitted.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const most = Math.max(0, ...fitted.filter((_, index) => columns[index]!.as === undefined))
    if (most <= LEAST) return null
    fitted[fitted.findLastIndex((each, index) => each === most && columns[index]!.as === undefined)] = most - 1
  }
  return fitted
}

/** Breaks a text into lines of at most this width, between words if possible. */
function pieces(text: string, width: number): string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    lines.push(rest.slice(0, end))
    rest = rest.slice(space > 0 ? end + 1 : end)
  }
  return [...lines, rest]
}

const aligned = ({ as }: Column, text: string, width: number): string =>
  as === undefined ? text.padEnd(width) : text.padStart(width)
