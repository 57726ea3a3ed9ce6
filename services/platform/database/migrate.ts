// Brings a database up to date: roles, schemas, tables, grants. Safe to call from any number of processes at once.
import pg from 'pg'
import { allSteps, type Step } from './migrations.ts'
import { grant, prepareRoles, type Roles } from './roles.ts'

export type MigrateOptions = {
  /** Who runs the migrations: may create roles and schemas. */
  readonly ownerUrl: string
  /** What the services connect with; its role is made where there is none. The same as ownerUrl where one role owns all. */
  readonly serviceUrl: string
  /** Where the numbered steps are; for tests. */
  readonly folders?: readonly string[]
}

/** Answers the names of the steps carried out. Throws an error of one line where the role may not do what is left to do. */
export async function migrate({ ownerUrl, serviceUrl, folders }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairbook migrations' })
  await client.connect()
  try {
    if (isDone(await planOf(client, folders))) return []
    await client.query(`select pg_advisory_lock(hashtextextended('fairbook.migrate', 0))`)
    const roles = await prepareRoles(client, serviceUrl)
    await prepareSchemas(client, roles)
    const { steps, unsealed } = await planOf(client, folders)
    for (const step of steps) await carryOut(client, step, roles)
    await seal(client, unsealed, roles)
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

/** What is left to do, and the files that were applied before checksums were kept. */
type Plan = { readonly steps: readonly Step[]; readonly unsealed: readonly Step[] }

const isDone = ({ steps, unsealed }: Plan): boolean => steps.length === 0 && unsealed.length === 0

/** Throws where an applied file was changed. */
async function planOf(client: pg.Client, folders: readonly string[] | undefined): Promise<Plan> {
  const applied = await readApplied(client)
  const tables = await readTables(client)
  const steps: Step[] = []
  const unsealed: Step[] = []
  for (const step of allSteps(folders)) {
    const missing = step.tables ? !step.tables.some((name) => tables.has(name)) : !applied.has(step.name)
    if (missing) steps.push(step)
    else if (step.sha256 !== undefined) {
      const sha256 = applied.get(step.name)
      if (sha256 === null) unsealed.push(step)
      else if (sha256 !== step.sha256) {
        throw new Error(`migration ${step.name} was changed after it was applied: add a new one instead`)
      }
    }
  }
  return { steps, unsealed }
}

/** Names of the steps that were carried out, with their checksums; null where none was kept. */
async function readApplied(client: pg.Client): Promise<Map<string, string | null>> {
  const known = await client.query<{ migration: string | null }>(`select to_regclass('log.migration') as migration`)
  if (!known.rows[0]?.migration) return new Map()
  // by way of JSON, since the column is younger than the table
  const { rows } = await client.query<{ name: string; sha256: string | null }>(
    `select name, to_jsonb(m) ->> 'sha256' as sha256 from log.migration m`,
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

async function readTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Keeps the checksums of files that were applied before there were any. */
async function seal(client: pg.Client, unsealed: readonly Step[], { log }: Roles): Promise<void> {
  await client.query('begin')
  await client.query(`set local role ${pg.escapeIdentifier(log)}`)
  for (const { name, sha256 } of unsealed) {
    await client.query('update log.migration set sha256 = $2 where name = $1', [name, sha256])
  }
  await client.query('commit')
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
    create table if not exists log.migration (
      name text primary key, applied_at timestamptz not null default now(), sha256 text);
    alter table log.migration add column if not exists sha256 text;
    commit`)
}

async function carryOut(client: pg.Client, step: Step, roles: Roles): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local role ${pg.escapeIdentifier(step.log ? roles.log : roles.service)}`)
    await client.query(`set local search_path = ${step.tables ? 'app' : 'pg_catalog'}`)
    await step.run(client)
    await client.query(`set local role ${pg.escapeIdentifier(roles.log)}`)
    await client.query('insert into log.migration (name, sha256) values ($1, $2) on conflict do nothing', [
      step.name,
      step.sha256 ?? null,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw Object.assign(new Error(`migration ${step.name} failed: ${reason(error)}`), {
      code: (error as { code?: string }).code,
    })
  }
}

/** Several addresses of one name fail with an error for each, and no message of their own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
