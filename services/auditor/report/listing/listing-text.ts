// A listing for people.
import { styleText } from 'node:util'
import { readLines } from '../head.ts'
import { EXIT } from '../report.ts'
import { TOOL_VERSION } from '../version.ts'
import { type Column, type Row, shownCell } from './cells.ts'
import { exitCodeOfListing, type Listing, type Table, wholeSentence } from './listing.ts'

/** `color`: for a terminal. */
export function* textListing(listing: Listing, color: boolean): Generator<string> {
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
  const width = Math.max(...lines.map(([title]) => title!.length))
  for (const [title, shown] of lines) yield paint('dim', `  ${title!.padEnd(width)}  ${shown}\n`)
  for (const table of tables) yield* textTable(table, (title) => paint('bold', title))
}

function* textTable({ title, rows }: Table, heading: (title: string) => string): Generator<string> {
  yield `\n${heading(title)}\n`
  if (rows.count === 0) {
    yield '  none\n'
    return
  }
  const line = (textOf: (column: Column) => string): string => {
    const cells = rows.columns.map((column, index) => aligned(column, textOf(column), rows.widths[index]!))
    return `  ${cells.join('  ')}`.trimEnd()
  }
  yield `${heading(line(({ title: name }) => name))}\n`
  for (const row of rows) yield `${line((column) => shownCell(column, row as Row))}\n`
}

const aligned = ({ as }: Column, text: string, width: number): string =>
  as === undefined ? text.padEnd(width) : text.padStart(width)
