// Finds what acts on a schema of the product and was not created by its migrations: in its tables, on what is written
// to them, or in place of its functions. Somebody's code can hide in many places: a default, a check, an index or a
// column's type runs it with every write, just as a trigger does.
import type pg from 'pg'
import type { FindingCode } from '../../findings/finding-codes.ts'
import type { Findings } from '../../findings/findings.ts'

export type Schema = 'log' | 'app'
type What = 'interposed' | 'writable' | 'weakened'

const CODES: Readonly<Record<Schema, Readonly<Record<What, FindingCode>>>> = {
  log: { interposed: 'log_interposed', writable: 'log_writable', weakened: 'table_weakened' },
  app: { interposed: 'table_interposed', writable: 'table_writable', weakened: 'table_weakened' },
}

/** The unlogged tables of the product: counters that may be lost in a crash. */
const UNLOGGED = `('app.attempt', 'app.sign_in_throttle')`

/**
 * All that belongs to a table, as pg_depend names it: the table itself, its indexes, defaults, constraints, policies
 * and statistics.
 */
const PARTS = `parts as (
    select name, 'pg_class'::regclass as class, oid from held
    union all select name, 'pg_class'::regclass, indexrelid from held join pg_index on indrelid = held.oid
    union all select name, 'pg_attrdef'::regclass, d.oid from held join pg_attrdef d on adrelid = held.oid
    union all select name, 'pg_constraint'::regclass, c.oid from held join pg_constraint c on conrelid = held.oid
    union all select name, 'pg_policy'::regclass, p.oid from held join pg_policy p on polrelid = held.oid
    union all select name, 'pg_statistic_ext'::regclass, s.oid from held join pg_statistic_ext s on stxrelid = held.oid
  )`

const held = (schema: Schema): string => `
  space as (select oid, nspname as name, nspowner as owner, nspacl as acl from pg_namespace where nspname = '${schema}'),
  held as (
    select c.oid, s.name || '.' || c.relname as name, c.relkind as kind, c.relowner as owner, c.relacl as acl, s.oid as space,
      c.relrowsecurity as secured, c.relpersistence as persistence
    from pg_class c join space s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  granted as (
    select name, owner, (aclexplode(acl)).* from held
    union all
    select h.name || '.' || a.attname, h.owner, (aclexplode(a.attacl)).* from held h join pg_attribute a on a.attrelid = h.oid
    union all
    select 'schema ' || name, owner, (aclexplode(acl)).* from space
  ),
  fired as (
    select h.name, t.tgname, t.tgenabled, t.tgisinternal and f.pronamespace = 'pg_catalog'::regnamespace and f.proname ~ '^RI_FKey_' as is_key
    from held h join pg_trigger t on t.tgrelid = h.oid join pg_proc f on f.oid = t.tgfoid
  ),
  ${PARTS}`

/**
 * Kinds of objects that hold code. Those of Postgres itself do not appear, because no dependency on them is recorded.
 */
const CODE = `('pg_proc', 'pg_type', 'pg_operator', 'pg_opclass', 'pg_collation')`

const breachesIn = (schema: Schema): string => `with ${held(schema)}
  select 'interposed' as what, name as subject, 'no trigger' as expected, tgname::text as actual from fired where not is_key
  union all
  select 'interposed', name, 'no rule', r.rulename::text from held h join pg_rewrite r on r.ev_class = h.oid where kind in ('r', 'p')
  union all
  select 'interposed', name, 'no row security', 'row security' from held where secured
  union all
  select 'interposed', name, 'a table', case kind when 'f' then 'a table elsewhere' else 'a view' end from held where kind in ('v', 'm', 'f')
  union all
  select 'interposed', name, 'no part of another table, and none a part of it', (case oid when inhrelid then inhparent else inhrelid end)::regclass::text
    from held join pg_inherits on oid in (inhparent, inhrelid)
  union all
  select distinct 'interposed', name, 'nothing but what Postgres brings', pg_describe_object(refclassid, refobjid, refobjsubid)
    from parts join pg_depend on (classid, objid) = (class, oid) join pg_class r on r.oid = refclassid where r.relname in ${CODE}
  union all
  select 'interposed', h.name, 'no key of a table elsewhere', c.conname::text
    from held h join pg_constraint c on c.conrelid = h.oid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and r.relnamespace <> h.space
  union all
  select distinct 'weakened', name, 'foreign keys that hold', 'not enforced' from fired where is_key and tgenabled <> 'O'
  union all
  select 'weakened', name, 'what outlasts a crash', 'unlogged' from held where persistence <> 'p' and name not in ${UNLOGGED}
  union all
  select 'writable', name, 'only its owner may ' || lower(privilege_type),
    case grantee when 0 then 'everybody' else pg_get_userbyid(grantee)::text end || ' may, too'
  from granted
  where grantee <> owner and privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'CREATE')
  order by 1, 2, 3, 4`

/** Every function in the schema, described in one line each. */
const functionsIn = (schema: Schema): string => `
  select concat_ws(', ',
    n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ') returns ' || format_type(p.prorettype, null),
    l.lanname,
    case p.provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end,
    case when p.prosecdef then 'security definer' else 'security invoker' end,
    array_to_string(p.proconfig, '; '),
    'by default ' || pg_get_expr(p.proargdefaults, 0),
    encode(sha256(convert_to(p.prosrc || coalesce(regexp_replace(pg_get_function_sqlbody(p.oid), '\\s+', ' ', 'g'), ''), 'UTF8')), 'hex'),
    case when p.proowner = n.nspowner then 'owned as its schema is' else 'owned by ' || pg_get_userbyid(p.proowner) end) as text
  from pg_namespace n join pg_proc p on p.pronamespace = n.oid join pg_language l on l.oid = p.prolang
  where n.nspname = '${schema}' order by 1`

type Breach = { readonly what: What; readonly subject: string; readonly expected: string; readonly actual: string }

export async function checkSchema(client: pg.Client, schema: Schema, findings: Findings): Promise<void> {
  const { rows } = await client.query<Breach>(breachesIn(schema))
  for (const { what, subject, expected, actual } of rows) findings.about(subject, CODES[schema][what], expected, actual)
}

/**
 * `due`: the functions that the product creates there. `wrong`: called for each of them that is missing or differs, and
 * for each other one.
 */
export async function checkFunctions(
  client: pg.Client,
  schema: Schema,
  due: readonly string[],
  wrong: (expected: string, actual: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ text: string }>(functionsIn(schema))
  const texts = new Set(rows.map(({ text }) => text))
  for (const text of new Set(due).difference(texts)) wrong(text, 'no such function')
  for (const text of texts.difference(new Set(due))) wrong('no function beside those of the product', text)
}
