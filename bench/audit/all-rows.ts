// A second baseline for verify, which reads more than the log: a pg cursor over the events and every row of the
// product's own tables, without looking at any of it. Prints the number of rows; the caller times the whole process.
import pg from 'pg'
import Cursor from 'pg-cursor'
import { readConfig } from '#services/platform/config.ts'

const ROWS = 2_000

const client = new pg.Client({ connectionString: readConfig().DATABASE_URL })
await client.connect()
const { rows: tables } = await client.query<{ name: string }>(
  `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where (n.nspname = 'app' or (n.nspname, c.relname) = ('log', 'events')) and c.relkind in ('r', 'p') and not c.relispartition`,
)
let rows = 0
for (const { name } of tables) {
  const cursor = client.query(new Cursor(`select * from ${name}`, [], { rowMode: 'array' }))
  for (;;) {
    const page = await cursor.read(ROWS)
    if (page.length === 0) break
    rows += page.length
  }
  await cursor.close()
}
await client.end()
process.stdout.write(`${JSON.stringify({ rows })}\n`)
