// What keeps events as they were stored, beside the hashes: grants, the function that appends, and that nothing stands
// between. In a database where one role owns everything there is nobody to keep out: the report says so.
import type pg from 'pg'
import type { FindingCode } from '../findings/finding-codes.ts'
import type { Findings } from '../findings/findings.ts'

/** log.append as `services/event-store/postgres/migrations/001-log.sql` makes it: what it takes, how it runs, SHA-256 of its text. */
const APPEND = [
  'log.append(text, integer[], text, integer[], text, text, text) returns bigint[]',
  'plpgsql, volatile, security definer',
  'search_path=pg_catalog, pg_temp; enable_seqscan=off; enable_nestloop=off',
  '90a4e926a8b3e532ccaf8c003ded581c9c32e2a547a6c5bb612d0ff5a34570b0',
  'owned as the log is',
].join(', ')

const LEDGER = `
  with ledger as (select oid, nspowner as owner, nspacl as acl from pg_namespace where nspname = 'log'),
  held as (
    select c.oid, 'log.' || c.relname as name, c.relowner as owner, c.relacl as acl, c.relrowsecurity as secured
    from pg_class c join ledger l on l.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  granted as (
    select name, owner, (aclexplode(acl)).* from held
    union all
    select h.name || '.' || a.attname, h.owner, (aclexplode(a.attacl)).* from held h join pg_attribute a on a.attrelid = h.oid
    union all
    select 'schema log', owner, (aclexplode(acl)).* from ledger
  ),
  services as (
    select n.nspowner as role from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = 'app' and not r.rolsuper
  )`

const BREACHES = `${LEDGER}
  select 'log_writable' as code, name as subject, 'only its owner may ' || lower(privilege_type) as expected,
    case grantee when 0 then 'everybody' else pg_get_userbyid(grantee)::text end || ' may, too' as actual
  from granted
  where grantee <> owner and privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'CREATE')
  union all
  select 'log_writable', h.name, 'owned by ' || pg_get_userbyid(l.owner), 'owned by ' || pg_get_userbyid(h.owner)
  from held h, ledger l where h.owner <> l.owner
  union all
  select 'log_writable', 'schema log', 'the services cannot act as ' || pg_get_userbyid(l.owner), pg_get_userbyid(s.role) || ' can'
  from services s, ledger l where s.role <> l.owner and pg_has_role(s.role, l.owner, 'member')
  union all
  select 'log_interposed', h.name, 'no trigger', t.tgname::text
  from held h join pg_trigger t on t.tgrelid = h.oid where not t.tgisinternal
  union all
  select 'log_interposed', h.name, 'no rule', r.rulename::text from held h join pg_rewrite r on r.ev_class = h.oid
  union all
  select 'log_interposed', h.name, 'no row security', 'row security' from held h where h.secured
  order by 1, 2, 3, 4`

/** Every function in the schema of the log, in one line each. */
const FUNCTIONS = `${LEDGER}
  select concat_ws(', ',
    'log.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ') returns ' || format_type(p.prorettype, null),
    n.lanname,
    case p.provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end,
    case when p.prosecdef then 'security definer' else 'security invoker' end,
    array_to_string(p.proconfig, '; '),
    encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'),
    case when p.proowner = l.owner then 'owned as the log is' else 'owned by ' || pg_get_userbyid(p.proowner) end) as text
  from ledger l join pg_proc p on p.pronamespace = l.oid join pg_language n on n.oid = p.prolang
  order by 1`

type Breach = {
  readonly code: FindingCode
  readonly subject: string
  readonly expected: string
  readonly actual: string
}

/** Reports what lets others than the owner of the log change it, and what would act in place of the product's own. */
export async function checkLogGuards(client: pg.Client, findings: Findings): Promise<void> {
  const breaches = await client.query<Breach>(BREACHES)
  for (const { code, subject, expected, actual } of breaches.rows) findings.about(subject, code, expected, actual)
  const functions = await client.query<{ text: string }>(FUNCTIONS)
  const texts = functions.rows.map(({ text }) => text)
  if (!texts.includes(APPEND)) findings.about('log.append', 'log_append_replaced', APPEND, 'no such function')
  for (const text of texts) {
    if (text !== APPEND)
      findings.about('log.append', 'log_append_replaced', 'no function beside that of the product', text)
  }
}
