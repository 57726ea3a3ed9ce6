// The roles of a database: an owner of the log that cannot log in, and the services' role, which may read it and
// append.
import pg from 'pg'

/** Owns schema `log` and everything in it; has no login. */
const LOG_OWNER = 'fairbook_ledger'

/**
 * SQL by which a connection continues as the services' role, which owns schema `app`: the services could not read a
 * table that another role, such as the database's owner, made there. Fails if the connected role is neither that role
 * nor a member of it.
 */
export const AS_SERVICES = `select set_config('role', pg_get_userbyid(nspowner), false) from pg_namespace where nspname = 'app'`

export type Roles = { readonly separate: boolean; readonly service: string; readonly log: string }
type Credentials = { readonly name: string; readonly password: string }

function roleOf(url: string): Credentials {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/**
 * Creates missing roles. If the migrations run as the services do, one role owns everything, unless the schemas already
 * have owners of their own: then these stay, whoever migrates.
 */
export async function prepareRoles(client: pg.Client, serviceUrl: string): Promise<Roles> {
  const service = roleOf(serviceUrl)
  const { rows } = await client.query<{ name: string; services: string | null; ledger: string | null }>(
    `select current_user as name,
       (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'app') as services,
       (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'log') as ledger`,
  )
  const { name: owner, services, ledger } = rows[0]!
  if (owner === service.name) {
    const roles = { service: services ?? owner, log: ledger ?? owner }
    return { separate: roles.service !== roles.log, ...roles }
  }
  await createRole(client, LOG_OWNER, 'nologin')
  await createRole(client, service.name, `login password ${pg.escapeLiteral(service.password)}`)
  for (const role of [LOG_OWNER, service.name]) {
    const member = await client.query<{ yes: boolean }>('select pg_has_role(current_user, $1, $2) as yes', [
      role,
      'member',
    ])
    if (!member.rows[0]?.yes) await client.query(`grant ${pg.escapeIdentifier(role)} to current_user`)
  }
  return { separate: true, service: service.name, log: LOG_OWNER }
}

/** Roles belong to the whole cluster: another database's migration may be creating the same one right now. */
async function createRole(client: pg.Client, name: string, attributes: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [name])
  if (found.rowCount) return
  await client.query(`create role ${pg.escapeIdentifier(name)} ${attributes}`).catch((error: { code?: string }) => {
    if (error.code !== '42710' && error.code !== '23505') throw error
  })
}

/** Grants the services what they need on the log and the database. */
export async function grant(client: pg.Client, roles: Roles): Promise<void> {
  if (!roles.separate) return
  const service = pg.escapeIdentifier(roles.service)
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  // a rebuild creates its tables in a schema of its own beside `app`
  await client.query(`grant create, temporary on database ${pg.escapeIdentifier(rows[0]!.name)} to ${service}`)
  await client.query(`
    begin;
    set local role ${pg.escapeIdentifier(roles.log)};
    grant usage on schema log to ${service};
    grant select on all tables in schema log to ${service};
    revoke execute on all functions in schema log from public;
    grant execute on all functions in schema log to ${service};
    commit`)
}
