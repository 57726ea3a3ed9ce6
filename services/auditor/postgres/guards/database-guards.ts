// Finds what acts on the whole database: on whatever the product writes to it, or on which tables, functions and
// operators the product's statements refer to.
import type pg from 'pg'
import type { Findings } from '../../findings/findings.ts'

/** Lower ids belong to what comes with the server. */
const FIRST_OF_OTHERS = 16_384

const isOfExtension = (table: string): string =>
  `exists (select from pg_depend where classid = '${table}'::regclass and objid = o.oid and deptype = 'e')`

/** The schemas in which names without a schema are looked up by default. */
const LOOKED_IN = `('public', (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'app'))`
/** Schemas that a `search_path` may name, as settings spell them. Postgres's own schema comes before all of these. */
const HARMLESS = `('"$user"', 'public', 'app', 'log', 'jobs', 'pg_temp', '""', '')`

type Kind = { readonly what: string; readonly table: string; readonly prefix: string; readonly types: string }
const FUNCTION: Kind = { what: 'function', table: 'pg_proc', prefix: 'pro', types: 'o.proargtypes::oid[]' }
const OPERATOR: Kind = { what: 'operator', table: 'pg_operator', prefix: 'opr', types: 'array[o.oprleft, o.oprright]' }

/**
 * Functions or operators that share their name with one of Postgres and take its types: used instead of it if they fit
 * better.
 */
const namesakes = ({ what, table, prefix, types }: Kind): string => `
  select '${what} ' || o.oid::reg${what === 'function' ? 'procedure' : 'operator'}, 'none of that name but Postgres’s own', 'another one'
  from ${table} o join pg_namespace n on n.oid = o.${prefix}namespace
  where n.nspname in ${LOOKED_IN} and not ${isOfExtension(table)}
    and exists (select from ${table} p where p.${prefix}namespace = 'pg_catalog'::regnamespace and p.${prefix}name = o.${prefix}name)
    and not exists (select from unnest(${types}) t where t >= ${FIRST_OF_OTHERS})`

/** Settings of the database, of the roles that write to it, and of this connection. */
const SETTINGS = `
  select split_part(one, '=', 1) as name, substr(one, strpos(one, '=') + 1) as value
  from pg_db_role_setting, unnest(setconfig) one
  where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and setrole in (select 0 union select nspowner from pg_namespace where nspname in ('log', 'app'))
  union
  select name, reset_val from pg_settings where name in ('search_path', 'session_replication_role')`

/** What Postgres brings is written in these. */
const OWN_LANGUAGES = `('internal', 'c', 'sql')`
/** By these, times and hashes are what they are: none of them is written in SQL. */
const NEVER_SQL = `('now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'sha256', 'octet_length', 'substr')`

/** Put among Postgres's own, where names are looked up first; or written anew in place of one of them. */
const AMONG_OWN = `
  select 'function ' || o.oid::regprocedure, 'Postgres’s own', 'another one, in ' || lanname
  from pg_proc o join pg_language l on l.oid = prolang
  where pronamespace = 'pg_catalog'::regnamespace and not ${isOfExtension('pg_proc')}
    and (o.oid >= ${FIRST_OF_OTHERS} or lanname not in ${OWN_LANGUAGES} or (lanname = 'sql' and proname in ${NEVER_SQL}))
  union all
  select 'operator ' || o.oid::regoperator, 'none but Postgres’s own', 'another one'
  from pg_operator o
  where oprnamespace = 'pg_catalog'::regnamespace and oid >= ${FIRST_OF_OTHERS} and not ${isOfExtension('pg_operator')}`

const ACTING = `
  select 'event trigger ' || evtname as subject, 'none' as expected, evtevent || ', by ' || evtfoid::regprocedure as actual
  from pg_event_trigger where evtenabled <> 'D'
  union all
  select 'subscription ' || subname, 'none', 'it writes what another server says'
  from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())
  union all
  select 'cast from ' || castsource::regtype || ' to ' || casttarget::regtype, 'none but Postgres’s own', 'another one'
  from pg_cast o where oid >= ${FIRST_OF_OTHERS} and castsource < ${FIRST_OF_OTHERS} and casttarget < ${FIRST_OF_OTHERS}
    and not ${isOfExtension('pg_cast')}
  union all ${namesakes(FUNCTION)}
  union all ${namesakes(OPERATOR)}
  union all ${AMONG_OWN}
  union all
  select 'setting ' || name, 'as Postgres has it', value from (${SETTINGS}) s
  where name = 'role' or (name = 'session_replication_role' and value <> 'origin')
    or (name = 'search_path' and exists (
      select from regexp_split_to_table(value, '\\s*,\\s*') with ordinality t (place, n)
      where place not in ${HARMLESS} and not (n = 1 and place = 'pg_catalog')))
  order by 1, 2, 3`

type Acting = { readonly subject: string; readonly expected: string; readonly actual: string }

/**
 * Reports what the product never creates. What belongs to an extension is left out: an extension was installed on the
 * server on purpose.
 */
export async function checkDatabaseGuards(client: pg.Client, findings: Findings): Promise<void> {
  const { rows } = await client.query<Acting>(ACTING)
  for (const { subject, expected, actual } of rows) findings.about(subject, 'database_interposed', expected, actual)
}
