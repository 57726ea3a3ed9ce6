// Inserts rows into the tables beside the log, many at a time.
import type pg from 'pg'

const PAGE = 1_000

export type Value = string | number | boolean | null | Buffer
export type Row = Readonly<Record<string, Value | object>>

/** `table`: in schema app. All rows must have the columns of the first. */
export async function insertRows(client: pg.Client, table: string, rows: Iterable<Row>): Promise<void> {
  for (const page of pagesOf(rows)) {
    const columns = Object.keys(page[0]!).join(', ')
    await client.query(
      `insert into app.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::app.${table}, $1)`,
      [JSON.stringify(page.map(written))],
    )
  }
}

function* pagesOf(rows: Iterable<Row>): Generator<Row[]> {
  let page: Row[] = []
  for (const row of rows) {
    page.push(row)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Encodes bytes as Postgres reads them from JSON. */
const written = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )
