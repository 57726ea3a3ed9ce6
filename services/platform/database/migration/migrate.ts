// Brings a database up to date: roles, schemas, tables, grants. Any number of processes may call it at once.
import pg from 'pg'
import { lineOf } from '../../errors.ts'
import { connect } from '../connect.ts'
import { grant, prepareRoles, type Roles } from '../roles.ts'
import { expectServer } from './expect-server.ts'
import { isUpToDate, planMigrations, type WhichSteps } from './migration-plan.ts'
import type { Step } from './migrations.ts'

export type MigrateOptions = WhichSteps & {
  /** The role that migrates: may create roles and schemas. */
  readonly ownerUrl: string
  /** The services' role, created if missing. Same as ownerUrl if one role owns everything. */
  readonly serviceUrl: string
}

/** Key of the advisory lock that a migration holds; holding it shared keeps the tables from changing. */
export const MIGRATION_LOCK = `hashtextextended('fairbook.migrate', 0)`

/** Returns the names of the steps applied. Throws an error of one line if the role may not apply what is left. */
export async function migrate({ ownerUrl, serviceUrl, ...which }: MigrateOptions): Promise<string[]> {
  const client = await connect(ownerUrl, { name: 'fairbook migrations' })
  try {
    if (isUpToDate(await planMigrations(client, which))) return []
    await expectServer(client)
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    const roles = await prepareRoles(client, serviceUrl)
    await prepareSchemas(client, roles)
    const { steps, unsealed } = await planMigrations(client, which)
    for (const step of steps) await applyStep(client, step, roles)
    await seal(client, unsealed, roles)
    await grant(client, roles)
    return steps.map((step) => step.name)
  } catch (error) {
    if ((error as { code?: string }).code === '42501') {
      throw new Error(
        `the database needs migrations that this role may not run (${lineOf(error)}): set DATABASE_OWNER_URL`,
      )
    }
    throw error
  } finally {
    await client.end()
  }
}

/** Migrates the database that the settings name. Throws an error of one line, with the original as its cause. */
export async function migrateProduct({
  DATABASE_URL: serviceUrl,
  DATABASE_OWNER_URL: ownerUrl = serviceUrl,
}: {
  readonly DATABASE_URL: string
  readonly DATABASE_OWNER_URL?: string | undefined
}): Promise<string[]> {
  return migrate({ ownerUrl, serviceUrl }).catch((error: unknown) => {
    throw new Error(`the database in DATABASE_URL cannot be used: ${lineOf(error)}`, { cause: error })
  })
}

/** Records the checksums of files that were applied before checksums were kept. */
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

async function applyStep(client: pg.Client, step: Step, roles: Roles): Promise<void> {
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
    throw Object.assign(new Error(`migration ${step.name} failed: ${lineOf(error)}`), {
      code: (error as { code?: string }).code,
    })
  }
}
