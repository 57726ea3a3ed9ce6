// Lists as CSV files for spreadsheets, written row by row while they are read, so that a long list takes no memory.
import type { FastifyReply } from 'fastify'
import { CSV_MARK, csvLine } from '#services/csv/csv.ts'
import { sendFile } from './send-file.ts'

type Row = readonly (string | number | null)[]
type Rows = Iterable<Row> | AsyncIterable<Row>

/** `name`: of the file, such as 'bets.csv'. `reply`: of any route; its type only knows its JSON. */
export const sendCsv = (reply: unknown, name: string, titles: Row, rows: Rows): Promise<FastifyReply> =>
  sendCsvParts(reply, name, titles, linesOf(rows))

/** The same for rows that are CSV lines already, several in each part. */
export const sendCsvParts = (
  reply: unknown,
  name: string,
  titles: Row,
  parts: AsyncIterable<string>,
): Promise<FastifyReply> => sendFile(reply, { type: 'text/csv', name }, titled(CSV_MARK + csvLine(titles), parts))

/**
 * The titles are sent with the first row: until that has been read nothing is sent, and a failure is answered like that
 * of any other read.
 */
async function* titled(titles: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = titles
  for await (const part of parts) {
    yield before + part
    before = ''
  }
  if (before !== '') yield before
}

async function* linesOf(rows: Rows): AsyncGenerator<string> {
  for await (const row of rows) yield csvLine(row)
}
