// The constraints that the product's tables have: a primary key, and columns that are never null. Without them there
// could be several rows for the same thing, and a null in place of any value.
import type pg from 'pg'
import type { Findings } from '../../findings/findings.ts'

/** By audited table, the columns that may be null. */
const NULLABLE: Readonly<Record<string, string>> = {
  'app.audit':
    'session causation reason_code reason_text approved_by account_id counterparty bet_id fixture_id amount_cents detail',
  'app.bet': 'return_cents settled_at graded settled_event settled_number',
  'app.bet_ending': 'return_cents rule graded',
  'app.betting_stop': 'reason',
  'app.desk_setting': 'before reason',
  'app.email_change': 'email email_salt commitment',
  'app.fixture': 'result_home result_away result_version closed_at',
  'app.float_day': 'last_number closed_number closed_at',
  'app.house_price': 'draw',
  'app.identity': 'email email_salt',
  'app.log_key': 'replaces why endorsement trusted_to',
  'app.log_tile': 'follows',
  'app.log_tree': 'position hash event',
  'app.projection_checkpoint': 'position hash event failed',
  'app.quote': 'seal_feed seal_version seal_index seal_size seal_path',
  'app.quote_history': 'odds',
  'app.reason_text': 'unnamed_since',
  'app.recovery_code': 'used_at',
  'app.request': 'amount_cents decided_by decided_at reason ending_since',
  'app.session': 'wrote ending_since',
  'app.session_address': 'recording_since',
  'app.statement_line': 'bet_id',
  'app.treasury_draw': 'decided_by decided_at',
}

const mayBeNull = (table: string, column: string): boolean => NULLABLE[table]?.split(' ').includes(column) === true

/** The keys of the log itself are checked in `log-guards.ts`. */
const WEAKENED = `
  select name as subject, 'a primary key' as expected, 'none' as actual
  from unnest($1::text[]) as t (name) join pg_class c on c.oid = to_regclass(name) and c.relkind in ('r', 'p')
  where name not like 'log.%' and not exists (select from pg_constraint where conrelid = to_regclass(name) and contype = 'p')
  union all
  select t.name, a.attname || ' is never null', 'it may be'
  from unnest($2::text[], $3::text[]) as t (name, attribute)
    join pg_class c on c.oid = to_regclass(t.name) and c.relkind in ('r', 'p')
    join pg_attribute a on a.attrelid = c.oid and a.attname = t.attribute
  where not a.attnotnull
  order by 1, 2`

type Breach = { readonly subject: string; readonly expected: string; readonly actual: string }

/** `tables`: by table, the columns that are read. */
export async function checkKeys(
  client: pg.Client,
  tables: ReadonlyMap<string, readonly string[]>,
  findings: Findings,
): Promise<void> {
  const due = [...tables].flatMap(([table, columns]) =>
    columns.filter((column) => !mayBeNull(table, column)).map((column) => [table, column] as const),
  )
  const { rows } = await client.query<Breach>(WEAKENED, [
    [...tables.keys()],
    due.map(([table]) => table),
    due.map(([, column]) => column),
  ])
  for (const { subject, expected, actual } of rows) findings.about(subject, 'table_weakened', expected, actual)
}
