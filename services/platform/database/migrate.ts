// Brings a database up to date: roles, schemas, tables, grants. Safe to call from any number of processes at once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

/** Owns schema `log` and everything in it; nobody signs in as it. */
export const LOG_OWNER = 'fairbook_ledger'

export type MigrateOptions = {
  /** Who runs the migrations: may create roles and schemas. */
  readonly ownerUrl: string
  /** What the services connect with; its role is made where there is none. The same as ownerUrl where one role owns all. */
  readonly serviceUrl: string
}

/** `log`: runs as the owner of the log. `tables`: names that the file creates, in schema app. */
type Step = {
  readonly name: string
  readonly run: (client: pg.Client) => Promise<unknown>
  readonly log: boolean
  readonly tables?: readonly string[]
}

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const READ_MODELS = join(import.meta.dirname, '../../../projections')

/** Answers the names of the steps carried out. Throws an error of one line where the role may not do what is left to do. */
export async function migrate({ ownerUrl, serviceUrl }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairbook migrations' })
  await client.connect()
  try {
    if ((await pending(client)).length === 0) return []
    await client.query(`select pg_advisory_lock(hashtextextended('fairbook.migrate', 0))`)
    const service = roleOf(serviceUrl)
    const roles = await prepareRoles(client, service)
    await prepareSchemas(client, roles)
    const steps = await pending(client)
    for (const step of steps) await carryOut(client, step, roles)
    await grant(client, roles)
    return steps.map((step) => step.name)
  } catch (error) {
    if ((error as { code?: string }).code === '42501') {
      throw new Error(
        `the database needs migrations that this role may not run (${reason(error)}): set DATABASE_OWNER_URL`,
      )
    }
    throw error
  } finally {
    await client.end()
  }
}

/** As the settings name the database. Throws one line that says so, with what was wrong as its cause. */
export async function migrateProduct({
  DATABASE_URL: serviceUrl,
  DATABASE_OWNER_URL: ownerUrl = serviceUrl,
}: {
  readonly DATABASE_URL: string
  readonly DATABASE_OWNER_URL?: string | undefined
}): Promise<string[]> {
  return migrate({ ownerUrl, serviceUrl }).catch((error: unknown) => {
    throw new Error(`the database in DATABASE_URL cannot be used: ${reason(error)}`, { cause: error })
  })
}

type Roles = { readonly separate: boolean; readonly service: string; readonly log: string }
type Credentials = { readonly name: string; readonly password: string }

function roleOf(url: string): Credentials {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

async function pending(client: pg.Client): Promise<Step[]> {
  const known = await client.query<{ migration: string | null }>(`select to_regclass('log.migration') as migration`)
  const done = new Set<string>()
  if (known.rows[0]?.migration) {
    const rows = await client.query<{ name: string }>('select name from log.migration')
    for (const row of rows.rows) done.add(row.name)
  }
  const there = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app'`,
  )
  const tables = new Set(there.rows.map((row) => row.name))
  // a read model is made where it is missing; afterwards the rebuild alone replaces it
  const missing = (step: Step) => (step.tables ? !step.tables.some((name) => tables.has(name)) : !done.has(step.name))
  return [...migrationSteps(), ...readModelSteps()].filter(missing)
}

/** Files of SQL, and of code for what SQL cannot do: a module whose `run` takes the client, in the step's transaction. */
function migrationSteps(): Step[] {
  const files = readdirSync(MIGRATIONS).filter((name) => /\.(sql|ts)$/.test(name))
  return files.sort().map((name) => ({
    name,
    run: name.endsWith('.sql') ? sqlOf(join(MIGRATIONS, name)) : codeOf(join(MIGRATIONS, name)),
    log: /^\d+-log/.test(name),
  }))
}

const sqlOf = (file: string) => (client: pg.Client) => client.query(readFileSync(file, 'utf8'))

const codeOf = (file: string) => async (client: pg.Client) => {
  const module: { run(client: pg.Client): Promise<void> } = await import(pathToFileURL(file).href)
  await module.run(client)
}

function readModelSteps(): Step[] {
  const folders = readdirSync(READ_MODELS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = ['checkpoints.sql', ...folders.map((folder) => `${folder.name}/table.sql`).sort()]
  return files.flatMap((file) => {
    const sql = readIfThere(join(READ_MODELS, file))
    if (sql === null) return []
    const tables = [...sql.matchAll(/^create table (\w+)/gm)].map((match) => match[1]!)
    return [{ name: `projections/${file}`, run: (client) => client.query(sql), log: false, tables }]
  })
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function prepareRoles(client: pg.Client, service: Credentials): Promise<Roles> {
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

/** Roles belong to the whole cluster: another database's migration may be making the same one at this moment. */
async function createRole(client: pg.Client, name: string, attributes: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [name])
  if (found.rowCount) return
  await client.query(`create role ${pg.escapeIdentifier(name)} ${attributes}`).catch((error: { code?: string }) => {
    if (error.code !== '42710' && error.code !== '23505') throw error
  })
}

async function prepareSchemas(client: pg.Client, roles: Roles): Promise<void> {
  const service = pg.escapeIdentifier(roles.service)
  const log = pg.escapeIdentifier(roles.log)
  await client.query(`
    create schema if not exists log authorization ${log};
    create schema if not exists app authorization ${service};
    create schema if not exists jobs authorization ${service};`)
  await client.query(`
    begin;
    set local role ${log};
    create table if not exists log.migration (name text primary key, applied_at timestamptz not null default now());
    commit`)
}

async function carryOut(client: pg.Client, step: Step, roles: Roles): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local role ${pg.escapeIdentifier(step.log ? roles.log : roles.service)}`)
    await client.query(`set local search_path = ${step.tables ? 'app' : 'pg_catalog'}`)
    await step.run(client)
    await client.query(`set local role ${pg.escapeIdentifier(roles.log)}`)
    await client.query('insert into log.migration (name) values ($1) on conflict do nothing', [step.name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw Object.assign(new Error(`migration ${step.name} failed: ${reason(error)}`), {
      code: (error as { code?: string }).code,
    })
  }
}

async function grant(client: pg.Client, roles: Roles): Promise<void> {
  if (!roles.separate) return
  const service = pg.escapeIdentifier(roles.service)
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  // a rebuild makes its tables in a schema of its own beside `app`
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

/** Several addresses of one name fail with an error for each, and no message of their own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
