// What acts on the whole database, whoever connects: on what the product writes to it, or on which tables, functions and operators its
// statements mean.
import type pg from 'pg'
import type { Findings } from '../../findings/findings.ts'

/** Ids below are those of what a server brings. */
const FIRST_OF_OTHERS = 16_384

const isOfExtension = (table: string): string =>
  `exists (select from pg_depend where classid = '${table}'::regclass and objid = o.oid and deptype = 'e')`

/** Where names are looked up of which a statement does not say where they are. */
const LOOKED_IN = `('public', (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'app'))`
/** As settings name them; Postgres's own come before all of these. */
const HARMLESS = `('"$user"', 'public', 'app', 'log', 'jobs', 'pg_temp', '""', '')`

type Kind = { readonly what: string; readonly table: string; readonly prefix: string; readonly types: string }
const FUNCTION: Kind = { what: 'function', table: 'pg_proc', prefix: 'pro', types: 'o.proargtypes::oid[]' }
const OPERATOR: Kind = { what: 'operator', table: 'pg_operator', prefix: 'opr', types: 'array[o.oprleft, o.oprright]' }

/** Of a name that Postgres has, and for its own types: taken where it fits better than those of Postgres. */
const namesakes = ({ what, table, prefix, types }: Kind): string => `
  select '${what} ' || o.oid::reg${what === 'function' ? 'procedure' : 'operator'}, 'none of that name but Postgres’s own', 'another one'
  from ${table} o join pg_namespace n on n.oid = o.${prefix}namespace
  where n.nspname in ${LOOKED_IN} and not ${isOfExtension(table)}
    and exists (select from ${table} p where p.${prefix}namespace = 'pg_catalog'::regnamespace and p.${prefix}name = o.${prefix}name)
    and not exists (select from unnest(${types}) t where t >= ${FIRST_OF_OTHERS})`

/** Of the database and of those who write to it; and for whoever asks. */
const SETTINGS = `
  select split_part(one, '=', 1) as name, substr(one, strpos(one, '=') + 1) as value
  from pg_db_role_setting, unnest(setconfig) one
  where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and setrole in (select 0 union select nspowner from pg_namespace where nspname in ('log', 'app'))
  union
  select name, reset_val from pg_settings where name in ('search_path', 'session_replication_role')`

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
  union all
  select 'setting ' || name, 'as Postgres has it', value from (${SETTINGS}) s
  where name = 'role' or (name = 'session_replication_role' and value <> 'origin')
    or (name = 'search_path' and exists (
      select from regexp_split_to_table(value, '\\s*,\\s*') with ordinality t (place, n)
      where place not in ${HARMLESS} and not (n = 1 and place = 'pg_catalog')))
  order by 1, 2, 3`

type Acting = { readonly subject: string; readonly expected: string; readonly actual: string }

/** Reports what the product makes none of. What an extension brings is its own: it was installed on the server. */
export async function checkDatabaseGuards(client: pg.Client, findings: Findings): Promise<void> {
  const { rows } = await client.query<Acting>(ACTING)
  for (const { subject, expected, actual } of rows) findings.about(subject, 'database_interposed', expected, actual)
}
