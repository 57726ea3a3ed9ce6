// Which migrations a database still needs, by its own record of what was applied.
import type pg from 'pg'
import { allSteps, type Step } from './migrations.ts'

export type WhichSteps = {
  /** Where the numbered steps are; for tests. */
  readonly folders?: readonly string[]
  /** Only these numbered steps, by name: for tables as an older version has them. */
  readonly only?: ReadonlySet<string>
}

/** What is left to do; `unsealed`: files that were applied before checksums were recorded. */
export type MigrationPlan = { readonly steps: readonly Step[]; readonly unsealed: readonly Step[] }

export const isUpToDate = ({ steps, unsealed }: MigrationPlan): boolean => steps.length === 0 && unsealed.length === 0

/** Throws if an applied file was changed. */
export async function planMigrations(client: pg.Client, { folders, only }: WhichSteps): Promise<MigrationPlan> {
  const applied = await readApplied(client)
  const tables = await readTables(client)
  const steps: Step[] = []
  const unsealed: Step[] = []
  for (const step of allSteps(folders)) {
    if (step.tables === undefined && only?.has(step.name) === false) continue
    const missing = step.tables ? step.tables.some((name) => !tables.has(name)) : !applied.has(step.name)
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

/** Names of the applied steps, with their checksums; null if none was recorded. */
async function readApplied(client: pg.Client): Promise<Map<string, string | null>> {
  const known = await client.query<{ migration: string | null }>(`select to_regclass('log.migration') as migration`)
  if (!known.rows[0]?.migration) return new Map()
  // through JSON, because the column is younger than the table
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
