// What an audit covers, as rows of tables: events, tiles, checkpoints, identity and read models.
import type pg from 'pg'
import { NOT_COVERED } from '#services/auditor/coverage.ts'
import { COVERED } from '#tests/audit/covered.ts'

export type Column = { readonly name: string; readonly type: string; readonly nullable: boolean }
export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  /** Whether a missing row is found. */
  readonly misses: boolean
  /** Which of its rows are covered, as SQL about a row `t`. */
  readonly isCovered: string
}

/** What a bet was struck at, or a result was read from. */
const NAMED = `app.evidence e where kind = 'quote' or exists (
  select from app.evidence other where other.fixture_id = e.fixture_id and other.kind = 'quote')`
const inEvent = (column: string): string => `exists (select from log.events e where strpos(e.body, t.${column}) > 0)`
/** For tables with rows that nothing names: those that are named. */
const IN_USE: Readonly<Record<string, string>> = {
  'app.quote_history': `t.odds is not null and t.message_hash in (select message from ${NAMED})`,
  ...Object.fromEntries(
    [
      ...['reason_text', 'note_text', 'authenticator', 'recovery_code_set', 'recovery_code'],
      ...['password_change', 'email_change'],
    ].map((table) => [`app.${table}`, inEvent('commitment')]),
  ),
  'app.request': inEvent('id'),
  // including one that was not there before and is inserted
  'app.session_address': `(${inEvent('commitment')} or exists (select from app.session s where s.commitment = t.commitment)
    or not exists (select from app.session_address a where a.commitment = t.commitment))`,
  // as a message about this fixture; the same message may also be there about another
  'app.provider_message': `(t.hash, t.fixture_id) in (select message, fixture_id from ${NAMED})`,
}

/** Tables that have rows, with the columns that are covered. */
export async function coveredTables(owner: pg.Client): Promise<Table[]> {
  const uncovered = new Set(NOT_COVERED.flatMap(({ what, only }) => (only === undefined ? what : [])))
  const mayGo = new Set(NOT_COVERED.flatMap(({ what, only }) => (only === 'missing rows' ? what : [])))
  const inPart = NOT_COVERED.flatMap(({ what, only }) => (only === 'rows that nothing names' ? what : []))
  const unknown = inPart.filter((name) => !(name in IN_USE))
  if (unknown.length > 0) throw new Error(`which rows of ${unknown} are named is not known here`)
  const tables: Table[] = []
  for (const [name, names] of COVERED) {
    const isCovered = inPart.includes(name) ? IN_USE[name]! : 'true'
    const { rows } = await owner.query<Column & { inKey: boolean }>(
      `select a.attname as name, format_type(a.atttypid, null) as type,
         not a.attnotnull as nullable, coalesce(a.attnum = any (i.indkey), false) as "inKey"
       from pg_attribute a
         left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [name],
    )
    const { rows: some } = await owner.query(`select from ${name} t where ${isCovered} limit 1`)
    if (some.length === 0) continue
    const columns = rows.filter((column) => names.includes(column.name) && !uncovered.has(`${name}.${column.name}`))
    tables.push({
      name,
      columns,
      key: rows.filter(({ inKey }) => inKey).map((column) => column.name),
      misses: !mayGo.has(name),
      isCovered,
    })
  }
  return tables
}
