// What protects stored events besides their hashes: grants, the function that appends, the constraints of the table,
// and that nothing is interposed. In a database where one role owns everything there is nobody to keep out, which the
// report says.
import type pg from 'pg'
import type { FindingCode } from '../../findings/finding-codes.ts'
import type { Findings } from '../../findings/findings.ts'
import { checkFunctions, checkSchema } from './schema-guards.ts'

const LISTS_IN_TEXT = ['text', 'integer[]', 'text', 'integer[]', 'text', 'text', 'text']
const TAKES = [...LISTS_IN_TEXT, 'text[]', 'bytea[]', 'text[]', 'bytea[]', 'text[]', 'text', 'integer', 'bytea']

/**
 * log.append as `services/event-store/postgres/migrations/064-log-append-given.sql` makes it: its parameters, how it
 * runs, its defaults, SHA-256 of its text, and its owner.
 */
const APPEND = [
  `log.append(${TAKES.join(', ')}) returns bigint[]`,
  'plpgsql, volatile, security definer',
  'search_path=pg_catalog, pg_temp; enable_seqscan=off; enable_nestloop=off',
  `by default ${TAKES.map((type) => `NULL::${type}`).join(', ')}`,
  '0964373049a4f6c1c0a8461b64ef23191be14508f5d6c271d92e1f315e65f24a',
  'owned as its schema is',
].join(', ')

/**
 * Finds who else may write if one role owns the log and the services use another. A role that may act as both is the
 * one that migrates the database. Superusers are left out, since no grant keeps them out.
 */
const WRITERS = `
  with ledger as (select oid, nspowner as owner, pg_get_userbyid(nspowner)::text as name from pg_namespace where nspname = 'log'),
  services as (
    select n.nspowner as role from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = 'app' and not r.rolsuper
  ),
  parted as (select l.owner, l.name, s.role from ledger l, services s where s.role <> l.owner),
  strangers as (
    select r.oid, r.rolname::text as name, p.owner, p.name as owned_by from pg_roles r, parted p
    where not r.rolsuper and r.rolcanlogin and r.oid <> p.owner and not pg_has_role(r.oid, p.role, 'member')
  )
  select 'log_writable' as code, 'log.' || c.relname as subject, 'owned by ' || l.name as expected,
    'owned by ' || pg_get_userbyid(c.relowner) as actual
  from ledger l join pg_class c on c.relnamespace = l.oid where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relowner <> l.owner
  union all
  select 'log_writable', 'schema log', 'the services cannot act as ' || name, pg_get_userbyid(role) || ' can'
  from parted where pg_has_role(role, owner, 'member')
  union all
  select 'log_writable', 'schema log', 'nobody else can act as ' || owned_by, name || ' can'
  from strangers where pg_has_role(oid, owner, 'member')
  union all
  select 'log_writable', 'schema log', 'an owner that cannot log in', name || ' can'
  from parted join pg_roles r on r.oid = owner where r.rolcanlogin and not r.rolsuper
  union all
  select 'log_writable', 'log.events', 'only its owner may write', name || ' may, by pg_write_all_data'
  from (select oid, name from strangers union all select role, pg_get_userbyid(role)::text from parted) t
  where pg_has_role(oid, 'pg_write_all_data', 'member')
  union all
  select 'log_writable', 'log.' || f.proname, 'only the services may ' || lower(privilege_type),
    case grantee when 0 then 'everybody' else pg_get_userbyid(grantee)::text end || ' may, too'
  from parted, ledger l join pg_proc f on (f.pronamespace, f.proowner) = (l.oid, l.owner), aclexplode(coalesce(f.proacl, acldefault('f', f.proowner)))
  where grantee not in (parted.owner, parted.role)
  order by 2, 3, 4`

/** The constraints that log.events must have. */
const KEYS = `
  select 'table_weakened' as code, 'log.events' as subject, due as expected, 'none' as actual
  from (values ('p', '{position}'::text[], 'one event at a position'),
    ('u', '{stream,version}', 'one event of a version'), ('c', '{hash}', 'a check of the hash')) t (kind, columns, due)
  where to_regclass('log.events') is not null and not exists (
    select from pg_constraint where conrelid = to_regclass('log.events') and contype::text = kind and convalidated
      and array(select attname::text from pg_attribute a where a.attrelid = conrelid and a.attnum = any (conkey) order by attname) = columns)
  order by 3`

type Breach = {
  readonly code: FindingCode
  readonly subject: string
  readonly expected: string
  readonly actual: string
}

/** Reports whatever lets others than its owner change the log, and whatever acts in place of the product's own. */
export async function checkLogGuards(client: pg.Client, findings: Findings): Promise<void> {
  await checkSchema(client, 'log', findings)
  for (const query of [WRITERS, KEYS]) {
    const { rows } = await client.query<Breach>(query)
    for (const { code, subject, expected, actual } of rows) findings.about(subject, code, expected, actual)
  }
  await checkFunctions(client, 'log', [APPEND], (expected, actual) =>
    findings.about('log.append', 'log_append_replaced', expected, actual),
  )
}
