// Nothing stands between the tables of schema app and what the product writes to them: its migrations make no trigger, no rule,
// no row security and no view there. One of them could keep a session alive that was ended, or add to every balance.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'

const INTERPOSED = `
  with held as (
    select c.oid, 'app.' || c.relname as name, c.relkind as kind, c.relrowsecurity as secured
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app' and c.relkind in ('r', 'p', 'v', 'm', 'f')
  )
  select name as subject, 'no trigger' as expected, t.tgname::text as actual
    from held h join pg_trigger t on t.tgrelid = h.oid where not t.tgisinternal
  union all
  select name, 'no rule', r.rulename::text from held h join pg_rewrite r on r.ev_class = h.oid where kind in ('r', 'p')
  union all
  select name, 'no row security', 'row security' from held where secured
  union all
  select name, 'a table', case kind when 'f' then 'a table elsewhere' else 'a view' end from held where kind in ('v', 'm', 'f')
  order by 1, 2, 3`

type Interposed = { readonly subject: string; readonly expected: string; readonly actual: string }

/** Reports what somebody has put there. */
export async function checkTableGuards(client: pg.Client, findings: Findings): Promise<void> {
  const { rows } = await client.query<Interposed>(INTERPOSED)
  for (const { subject, expected, actual } of rows) findings.about(subject, 'table_interposed', expected, actual)
}
