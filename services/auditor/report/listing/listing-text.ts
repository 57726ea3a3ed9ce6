// A listing for people.
import { styleText } from 'node:util'
import { readLines } from '../head.ts'
import { EXIT } from '../report.ts'
import { TOOL_VERSION } from '../version.ts'
import { type Column, type Row, shownCell } from './cells.ts'
import { exitCodeOfListing, type Listing, type Table, wholeSentence } from './listing.ts'

/** `color`: for a terminal. `width`: of it; null where there is none. */
export function* textListing(listing: Listing, color: boolean, width: number | null = null): Generator<string> {
  const paint = (style: 'red' | 'green' | 'yellow' | 'dim' | 'bold', text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const { command, passage, facts, tables } = listing
  const code = exitCodeOfListing(listing)
  yield `${paint(code === EXIT.findings ? 'red' : code === EXIT.clean ? 'green' : 'yellow', wholeSentence(listing))}\n\n`
  const lines = [
    ...readLines(passage),
    ...facts.flatMap(({ title, shown }) => (shown === null ? [] : [[title, shown]])),
    ['tool', `fairbook ledger ${TOOL_VERSION}, ${command}, ${passage.events.toLocaleString('en-US')} events read`],
  ] as const
  const titles = Math.max(...lines.map(([title]) => title!.length))
  for (const [title, shown] of lines) yield paint('dim', `  ${title!.padEnd(titles)}  ${shown}\n`)
  for (const table of tables) yield* textTable(table, (title) => paint('bold', title), width)
}

function* textTable(
  { title, rows }: Table,
  heading: (title: string) => string,
  width: number | null,
): Generator<string> {
  yield `\n${heading(title)}\n`
  if (rows.count === 0) {
    yield '  none\n'
    return
  }
  const widths = width === null ? rows.widths : fitting(rows.columns, rows.widths, width)
  /** As many as its longest cell needs. */
  const lines = (textOf: (column: Column) => string): string[] => {
    const cells = rows.columns.map((column, index) => pieces(textOf(column), widths[index]!))
    return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, at) => {
      const line = cells.map((cell, index) => aligned(rows.columns[index]!, cell[at] ?? '', widths[index]!))
      return `  ${line.join('  ')}`.trimEnd()
    })
  }
  for (const line of lines(({ title: name }) => name)) yield `${heading(line)}\n`
  for (const row of rows) for (const line of lines((column) => shownCell(column, row as Row))) yield `${line}\n`
}

/** Narrower than this no text is made. */
const LEAST = 10

/** Numbers keep their width; of the others the widest give way first. */
function fitting(columns: readonly Column[], widths: readonly number[], width: number): readonly number[] {
  const fitted = [...widths]
  const room = width - 2 * columns.length
  for (let over = fitted.reduce((sum, one) => sum + one, 0) - room; over > 0; over--) {
    const most = Math.max(...fitted.filter((_, index) => columns[index]!.as === undefined))
    if (most <= LEAST) break
    fitted[fitted.findLastIndex((one, index) => one === most && columns[index]!.as === undefined)] = most - 1
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
