// What an audit covers, as rows of tables: events, tiles, checkpoints, identity and read models.
import type pg from 'pg'
import { EVIDENCE, NOT_COVERED } from '#services/auditor/coverage.ts'
import { COVERED } from '#tests/audit/covered.ts'

export type Column = { readonly name: string; readonly type: string; readonly nullable: boolean }
export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  /** Whether a row that is gone is found. */
  readonly misses: boolean
}

/** Those that have rows, with the columns that are covered. */
export async function coveredTables(owner: pg.Client): Promise<Table[]> {
  const uncovered = new Set(NOT_COVERED.flatMap(({ what, only }) => (only === undefined ? what : [])))
  const mayGo = new Set(NOT_COVERED.flatMap(({ what, only }) => (only === 'missing rows' ? what : [])))
  const tables: Table[] = []
  for (const [name, names] of COVERED) {
    // a price or message that no bet names proves nothing
    if (name in EVIDENCE) continue
    const { rows } = await owner.query<Column & { inKey: boolean }>(
      `select a.attname as name, format_type(a.atttypid, null) as type,
         not a.attnotnull as nullable, coalesce(a.attnum = any (i.indkey), false) as "inKey"
       from pg_attribute a
         left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [name],
    )
    const { rows: some } = await owner.query(`select from ${name} limit 1`)
    if (some.length === 0) continue
    const columns = rows.filter((column) => names.includes(column.name) && !uncovered.has(`${name}.${column.name}`))
    tables.push({
      name,
      columns,
      key: rows.filter(({ inKey }) => inKey).map((column) => column.name),
      misses: !mayGo.has(name),
    })
  }
  return tables
}
