// Which tables to back up: all durable ones of both schemas, so that a new table is included automatically. Unlogged
// ones are those that Postgres itself may lose in a crash; `jobs` contains hints that workers restore.
import type pg from 'pg'

export type BackedUpTable = {
  readonly oid: number
  readonly schema: 'app' | 'log'
  readonly name: string
  readonly columns: readonly string[]
}

/** Migrations are run, not copied. */
const TABLES = `
  select c.oid::int4 as oid, n.nspname as schema, c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('app', 'log') and c.relkind = 'r' and c.relpersistence = 'p'
    and (n.nspname, c.relname) <> ('log', 'migration')
  order by n.nspname desc, c.relname`

const REFERENCES = `
  select conrelid::int4 as "from", confrelid::int4 as "to" from pg_constraint
  where contype = 'f' and conrelid <> confrelid`

/** Tables come after those that they refer to. */
export async function backedUpTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows: tables } = await client.query<BackedUpTable>(TABLES)
  const { rows: references } = await client.query<{ from: number; to: number }>(REFERENCES)
  const ordered: BackedUpTable[] = []
  for (let left = tables; left.length > 0; ) {
    const waits = new Set(references.filter(({ to }) => left.some(({ oid }) => oid === to)).map(({ from }) => from))
    const free = left.filter(({ oid }) => !waits.has(oid))
    if (free.length === 0) throw new Error(`tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}
