// Rows for people: a table, as wide as the terminal where there is one, or each row by itself where it is too narrow for a table.
import { type Column, type Row, shownCell } from './cells.ts'
import type { Rows } from './rows.ts'

/** Narrower than this no text is made: a line of a word and a half reads as nothing. */
const LEAST = 10
const GAP = '  '

type Heading = (title: string) => string

/** `width`: of the terminal; null where there is none, and lines are as long as they are. */
export function* textRows(rows: Rows, heading: Heading, width: number | null): Generator<string> {
  if (width === null) return yield* table(rows, rows.columns, rows.widths, heading)
  // a column of which nobody says anything takes the place of another one
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
  /** As many as its longest cell needs. */
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

/** Each row after the other, with what it has. */
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

/** Numbers keep their width; of the others the widest give way first. Null where that is not enough. */
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

/** A text in lines of this width at most, broken between words where there are some. */
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
