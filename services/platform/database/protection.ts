// Whether grants keep the services from changing stored events.
import type pg from 'pg'

/** Printed at the start of the product and by `ledger verify`. */
export const UNPROTECTED =
  'the log is not protected by grants: the role in DATABASE_URL may change stored events (set DATABASE_OWNER_URL to a role of its own)'

/** False if the connected role could change or remove stored events, or become a role that can. */
export async function isLogProtected(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>(`
    select r.rolsuper
      or pg_has_role(current_user, t.relowner, 'member')
      or has_table_privilege(t.oid, 'update')
      or has_table_privilege(t.oid, 'delete')
      or has_table_privilege(t.oid, 'truncate') as open
    from pg_class t, pg_roles r
    where t.oid = 'log.events'::regclass and r.rolname = current_user`)
  return rows[0]?.open === false
}
