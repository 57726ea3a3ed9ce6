// The rows of a backup become those of an empty database, in one transaction: all of them or none.
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { definitionOf } from '#projections/ddl.ts'
import { projections } from '#projections/registry.ts'
import { APPEND_LOCK } from '#services/event-store/postgres/append-sql.ts'
import { connect } from '#services/platform/database/connect.ts'
import { BackupError } from '../errors.ts'
import type { Manifest, Part, PartTable } from '../manifest.ts'
import { COPY_SETTINGS } from '../take/snapshot.ts'
import { type OpenBackup, readTable } from './read-backup.ts'
import { isRestored } from './target.ts'

export type LoadOptions = {
  /** Of a role that may write to both schemas. */
  readonly ownerUrl: string
  readonly backup: OpenBackup
  /** Called when the rows are there: before they are committed, or where they had been. Nothing is stored where it throws. */
  readonly whenLoaded: (client: pg.Client) => Promise<void>
  readonly progress?: ((table: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const AS_OWNER_OF = `select set_config('role', pg_get_userbyid(nspowner), true) from pg_namespace where nspname = $1`

/** False where it had been loaded before. Throws BackupError where the database holds anything else; then it is as it was. */
export async function load(options: LoadOptions): Promise<boolean> {
  const { ownerUrl, backup, whenLoaded, progress, signal } = options
  const { manifest } = backup
  const client = await connect(ownerUrl, { name: 'fairbook restore', settings: COPY_SETTINGS })
  try {
    await client.query('begin')
    // a product that is started meanwhile waits, and then finds this log
    await client.query(`select pg_advisory_xact_lock(${APPEND_LOCK})`)
    if (await isRestored(client, manifest)) {
      await whenLoaded(client)
      return false
    }
    const parts = manifest.parts.flatMap((part) => (part.table === null ? [] : [{ part, table: part.table }]))
    const stale = staleModels(manifest)
    const staleTables = new Set(stale.flatMap(({ tables }) => tables.map(({ name }) => name)))
    const copied = parts.filter(({ table }) => table.schema !== 'app' || !staleTables.has(table.name))
    for (const { table } of copied.toReversed()) await empty(client, table)
    for (const { part, table } of copied) {
      progress?.(`${table.schema}.${table.name}`)
      await copyInto(client, { part, table, backup, signal })
    }
    await client.query('delete from app.projection_checkpoint where projection = any($1::text[])', [
      stale.map(({ name }) => name),
    ])
    for (const { schema, name, last } of manifest.sequences) {
      const sequence = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
      await client.query('select setval($1::regclass, $2::bigint)', [sequence, last])
    }
    await whenLoaded(client)
    await client.query('commit')
    await client.query('reset role; analyze')
    return true
  } finally {
    await client.end()
  }
}

/** Of another definition than this version's: their rows are made anew from the log. */
const staleModels = ({ readModels }: Manifest) =>
  projections.filter((projection) => readModels[projection.name] !== definitionOf(projection))

const nameOf = (client: pg.Client, { schema, name }: PartTable): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

/** Of rows that migrations put there. */
async function empty(client: pg.Client, table: PartTable): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    nameOf(client, table),
  ])
  if (rows[0]?.there !== true)
    throw new BackupError('backup_version', `this version has no table ${table.schema}.${table.name}`)
  await client.query(AS_OWNER_OF, [table.schema])
  await client.query(`delete from ${nameOf(client, table)}`)
}

async function copyInto(
  client: pg.Client,
  { part, table, backup, signal }: { part: Part; table: PartTable } & Pick<LoadOptions, 'backup' | 'signal'>,
): Promise<void> {
  await client.query(AS_OWNER_OF, [table.schema])
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyFrom(`copy ${nameOf(client, table)} (${columns}) from stdin`))
  await readTable(backup, part, rows, signal)
  if (rows.rowCount !== table.rows)
    throw new BackupError('backup_altered', `${part.name} has ${rows.rowCount} rows, not ${table.rows}`)
}
