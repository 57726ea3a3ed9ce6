// The roles of a database: an owner of the log that cannot log in, and the services' role, which may read it and append.
import pg from 'pg'

/** Owns schema `log` and everything in it; has no login. */
const LOG_OWNER = 'fairbook_ledger'

export type Roles = { readonly separate: boolean; readonly service: string; readonly log: string }
type Credentials = { readonly name: string; readonly password: string }

function roleOf(url: string): Credentials {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** Creates missing roles. One role owns everything where the migrations run as the services do. */
export async function prepareRoles(client: pg.Client, serviceUrl: string): Promise<Roles> {
  const service = roleOf(serviceUrl)
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  const owner = rows[0]!.name
  if (owner === service.name) return { separate: false, service: owner, log: owner }
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

/** What the services may do with the log and with the database. */
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
