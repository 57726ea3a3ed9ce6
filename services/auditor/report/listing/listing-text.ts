// A listing as text, for people.
import { styleText } from 'node:util'
import { readLines } from '../head.ts'
import { printable } from '../printable.ts'
import { EXIT } from '../report.ts'
import { TOOL_VERSION } from '../version.ts'
import { exitCodeOfListing, type Listing, type Table, wholeSentence } from './listing.ts'
import { textRows } from './text-table.ts'

/** `color`: whether to use a terminal's colours. `width`: of the terminal in characters; null if there is none. */
export function* textListing(listing: Listing, color: boolean, width: number | null = null): Generator<string> {
  const paint = (style: 'red' | 'green' | 'yellow' | 'dim' | 'bold', text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const { command, passage, facts, tables } = listing
  const code = exitCodeOfListing(listing)
  const verdict = code === EXIT.findings ? 'red' : code === EXIT.clean ? 'green' : 'yellow'
  yield `${paint(verdict, printable(wholeSentence(listing)))}\n\n`
  const lines = [
    ...readLines(passage),
    ...facts.flatMap(({ title, shown }) => (shown === null ? [] : [[title, shown]])),
    ['tool', `fairbook ledger ${TOOL_VERSION}, ${command}, ${passage.events.toLocaleString('en-US')} events read`],
  ] as const
  const titles = Math.max(...lines.map(([title]) => title!.length))
  for (const [title, shown] of lines) yield paint('dim', `  ${title!.padEnd(titles)}  ${printable(shown!)}\n`)
  for (const table of tables) yield* textTable(table, (title) => paint('bold', title), width)
}

function* textTable(
  { title, rows }: Table,
  heading: (title: string) => string,
  width: number | null,
): Generator<string> {
  yield `\n${heading(title)}\n`
  if (rows.count === 0) yield '  none\n'
  else yield* textRows(rows, heading, width)
}
