// Loads the rows of a backup into an empty database, in one transaction.
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { definitionOf } from '#projections/ddl.ts'
import type { Projection } from '#projections/projection.ts'
import { projections } from '#projections/registry.ts'
import { APPEND_LOCK } from '#services/event-store/postgres/append-sql.ts'
import { TILE_WIDTH } from '#services/merkle/tiles.ts'
import { connect } from '#services/platform/database/connect.ts'
import { BackupError } from '../errors.ts'
import type { Manifest, Part, PartTable } from '../manifest.ts'
import { COPY_SETTINGS } from '../take/snapshot.ts'
import { type OpenBackup, readTable } from './read-backup.ts'
import { isRestored } from './target.ts'

export type LoadOptions = {
  /** Must be a role that may write to both schemas. */
  readonly ownerUrl: string
  readonly backup: OpenBackup
  /**
   * Called when the rows are there: before they are committed, or if they had been loaded before. If it throws, nothing
   * is stored.
   */
  readonly whenLoaded: (client: pg.Client) => Promise<void>
  /** Called with each table, and with a sentence for each that is left out. */
  readonly progress?: ((line: string) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const AS_OWNER_OF = `select set_config('role', pg_get_userbyid(nspowner), true) from pg_namespace where nspname = $1`

/**
 * False if it had been loaded before. Throws BackupError if the database holds anything else, and leaves it unchanged.
 */
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
    const isMoved = manifest.log.store !== undefined
    const isKept = (one: Projection) => !isMoved && manifest.readModels[one.name] === definitionOf(one)
    const kept = projections.filter(isKept)
    const copied = await copiedParts(
      client,
      manifest,
      new Set(projections.filter((one) => !kept.includes(one))),
      progress,
    )
    for (const { table } of copied.toReversed()) await empty(client, table)
    for (const { part, table } of copied) {
      progress?.(`${table.schema}.${table.name}`)
      await copyInto(client, { part, table, backup, signal })
    }
    await client.query('delete from app.projection_checkpoint where projection <> all($1::text[])', [
      kept.map(({ name }) => name),
    ])
    for (const { schema, name, last } of manifest.sequences) {
      const sequence = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
      // a read model that is left out has none
      await client.query('select setval(to_regclass($1), $2::bigint)', [sequence, last])
    }
    if (isMoved) await client.query(PLACES)
    await whenLoaded(client)
    await client.query('commit')
    await client.query('reset role; analyze')
    return true
  } finally {
    await client.end()
  }
}

/**
 * For a log that was in another store: where its tiles begin and the tree ends, as positions in Postgres, which are
 * event numbers. Sessions' last writes have no position here.
 */
const PLACES = `
  update app.log_tile set follows = nullif(index * ${TILE_WIDTH}, 0)::text where level = 0;
  update app.log_tree set position = size::text;
  update app.session set wrote = null where wrote is not null`

type TablePart = { readonly part: Part; readonly table: PartTable }

/**
 * The parts that are copied: not read models that this version defines differently or no longer has, which are rebuilt
 * from the log. It has no tables for the latter; everything else in schema app was made by the migrations that the
 * backup names, all of which are known.
 */
async function copiedParts(
  client: pg.Client,
  { parts }: Manifest,
  stale: ReadonlySet<Projection>,
  progress: LoadOptions['progress'],
): Promise<TablePart[]> {
  const staleTables = new Set([...stale].flatMap(({ tables }) => tables.map(({ name }) => name)))
  const copied: TablePart[] = []
  for (const part of parts) {
    const { table } = part
    if (table === null || (table.schema === 'app' && staleTables.has(table.name))) continue
    if (await isThere(client, table)) copied.push({ part, table })
    else if (table.schema === 'app') progress?.(`app.${table.name} is left out: this version has no such read model`)
    else throw new BackupError('backup_version', `this version has no table ${table.schema}.${table.name}`)
  }
  return copied
}

const nameOf = (client: pg.Client, { schema, name }: PartTable): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

async function isThere(client: pg.Client, table: PartTable): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    nameOf(client, table),
  ])
  return rows[0]!.there
}

/** Removes rows that migrations inserted. */
async function empty(client: pg.Client, table: PartTable): Promise<void> {
  await client.query(AS_OWNER_OF, [table.schema])
  await client.query(`delete from ${nameOf(client, table)}`)
}

async function copyInto(
  client: pg.Client,
  { part, table, backup, signal }: TablePart & Pick<LoadOptions, 'backup' | 'signal'>,
): Promise<void> {
  await client.query(AS_OWNER_OF, [table.schema])
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyFrom(`copy ${nameOf(client, table)} (${columns}) from stdin`))
  await readTable(backup, part, rows, signal)
  if (rows.rowCount !== table.rows)
    throw new BackupError('backup_altered', `${part.name} has ${rows.rowCount} rows, not ${table.rows}`)
}
