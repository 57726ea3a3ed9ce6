// The database that a backup is restored into: the one in the settings, or a new embedded Postgres in a new data
// folder.
import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import { connect } from '#services/platform/database/connect.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DataDirInUse, lockDataDir } from '#services/platform/embedded-postgres/data-dir-lock.ts'
import { DATABASE, ensureDatabase, type LocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { lineOf } from '#services/platform/errors.ts'
import { BackupError, ofFiles } from '../errors.ts'
import type { Manifest } from '../manifest.ts'

/** Throws BackupError if the product runs in the data folder, or the folder cannot be made or written. */
export async function openTarget(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR'>,
): Promise<LocalDatabase> {
  const { DATABASE_URL: serviceUrl, DATA_DIR: dataDir } = config
  if (serviceUrl !== undefined) {
    return { serviceUrl, ownerUrl: config.DATABASE_OWNER_URL ?? serviceUrl, close: async () => undefined }
  }
  const lock = lockOf(dataDir)
  try {
    const cluster = await startCluster({ dataDir })
    await ensureDatabase(cluster)
    return {
      serviceUrl: cluster.serviceUrl(DATABASE),
      ownerUrl: cluster.ownerUrl(DATABASE),
      async close() {
        await cluster.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function lockOf(dataDir: string) {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUse) throw new BackupError('restore_not_empty', error.message)
    const { cause = error } = error as Error
    const known = ofFiles(cause)
    if (known instanceof BackupError && known.code === 'backup_disk_full') throw known
    throw new BackupError('backup_file', lineOf(error), { cause })
  }
}

/** What a database has only if somebody wrote to it. It may be of another version, or of another product. */
const LOOKED_AT = [
  ['log.events', 'its log has events'],
  ['app.log_tree', 'it has the signed tree of a log'],
  ['app.projection_checkpoint', 'it has read models of a log'],
  ['app.identity', 'it has persons'],
] as const

/**
 * Called before anything is changed. Throws BackupError unless the database is empty or was restored from this backup.
 */
export async function expectFree(ownerUrl: string, manifest: Manifest): Promise<void> {
  const client = await connect(ownerUrl, { name: 'fairbook restore' })
  try {
    await isRestored(client, manifest)
  } finally {
    await client.end()
  }
}

/**
 * Whether it already holds exactly this log, with no further event except that of the restore: a restore was
 * interrupted after that. Throws BackupError if it holds anything else.
 */
export async function isRestored(client: pg.ClientBase, { log }: Manifest): Promise<boolean> {
  for (const [table, what] of LOOKED_AT) {
    if (!(await hasRows(client, table))) continue
    if (table === 'log.events' && (await endsWith(client, log.last))) return true
    throw new BackupError('restore_not_empty', `the database is not empty: ${what}; a backup goes into a new one`)
  }
  return false
}

async function hasRows(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  return rows[0]!.there && (await client.query(`select from ${table} limit 1`)).rowCount === 1
}

async function endsWith(client: pg.ClientBase, last: Manifest['log']['last']): Promise<boolean> {
  const { rows } = await client.query<{ position: string; hash: string; restored: string | null }>(
    `select position::text as position, encode(hash, 'hex') as hash,
       case when type = 'BackupRestored' then body::json #>> '{data,hash}' end as restored
     from log.events order by events.position desc limit 2`,
  )
  const end = rows[0]?.restored === last.hash ? rows[1] : rows[0]
  return end?.position === last.position && end.hash === last.hash
}
