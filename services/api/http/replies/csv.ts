// Lists as files of RFC 4180, for spreadsheets: written row by row as they are read, so a long list takes no memory.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type Cell = string | number | null

/** A spreadsheet runs a cell as a formula if it begins like one; numbers are only numbers. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

/** `name`: of the file, such as 'bets.csv'. `reply`: of any route, whose reply type knows only its JSON. */
export function sendCsv(
  reply: unknown,
  name: string,
  titles: readonly string[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
): FastifyReply {
  async function* lines() {
    // the mark tells spreadsheets that it is UTF-8
    yield `\uFEFF${csvLine(titles)}`
    for await (const row of rows) yield csvLine(row)
  }
  return (reply as FastifyReply)
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines(), { encoding: 'utf8' }))
}
