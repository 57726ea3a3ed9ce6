// What an audit covers, as rows of tables: events, tiles, checkpoints, identity and read models.
import type pg from 'pg'
import { NOT_COVERED, PERSONAL, SIGNED } from '#services/auditor/coverage.ts'
import { LOG_COLUMNS } from '#services/auditor/postgres/log-rows.ts'
import { CHECKPOINT_COLUMNS, CHECKPOINTS } from '#services/auditor/read-models/checkpoints.ts'
import { READ_MODELS } from '#services/auditor/read-models/models.ts'

export const EVENTS = 'log.events'

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
  const covered = new Map<string, readonly string[]>([
    [EVENTS, LOG_COLUMNS],
    [CHECKPOINTS, CHECKPOINT_COLUMNS],
    ...Object.entries({ ...PERSONAL, ...SIGNED }),
    ...READ_MODELS.flatMap(({ tables }) => tables.map(({ table, columns }) => [`app.${table}`, columns] as const)),
  ])
  const uncovered = new Set(NOT_COVERED.flatMap(({ what, only }) => (only === undefined ? what : [])))
  const mayGo = new Set(NOT_COVERED.flatMap(({ what, only }) => (only === 'missing rows' ? what : [])))
  const tables: Table[] = []
  for (const [name, names] of covered) {
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
