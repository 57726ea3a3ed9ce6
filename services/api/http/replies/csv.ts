// Lists as files for spreadsheets: written row by row while they are read, so a long list takes no memory.
import type { FastifyReply } from 'fastify'
import { CSV_MARK, csvLine } from '#services/csv/csv.ts'
import { sendFile } from './send-file.ts'

type Row = readonly (string | number | null)[]
type Rows = Iterable<Row> | AsyncIterable<Row>

/** `name`: of the file, such as 'bets.csv'. `reply`: of any route, whose reply type knows only its JSON. */
export async function sendCsv(reply: unknown, name: string, titles: Row, rows: Rows): Promise<FastifyReply> {
  await sendFile(reply, { type: 'text/csv', name }, linesOf(titles, rows))
  return reply as FastifyReply
}

async function* linesOf(titles: Row, rows: Rows): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(titles)
  for await (const row of rows) yield csvLine(row)
}
