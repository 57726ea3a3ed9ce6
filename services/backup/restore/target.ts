// The database that a backup is restored into: the one that the settings name, or a Postgres of its own in a new data folder.
import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DataDirInUse, lockDataDir } from '#services/platform/embedded-postgres/data-dir-lock.ts'
import { DATABASE, ensureDatabase, type LocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { BackupError } from '../errors.ts'
import type { Manifest } from '../manifest.ts'

/** Throws BackupError where the product runs in the data folder. */
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
    throw error
  }
}

const HAS = `
  select 'its log has events' as what from log.events
  union all select 'it has the signed tree of a log' from app.log_tree
  union all select 'it has read models of a log' from app.projection_checkpoint
  union all select 'it has persons' from app.identity
  limit 1`

/**
 * Whether it holds this very log already, and no event more: somebody restored it and was interrupted after that. Throws
 * BackupError where it holds anything else.
 */
export async function isRestored(client: pg.ClientBase, { log }: Manifest): Promise<boolean> {
  const { rows } = await client.query<{ what: string }>(HAS)
  if (rows.length === 0) return false
  const last = await client.query<{ position: string; hash: string }>(
    `select position::text as position, encode(hash, 'hex') as hash from log.events order by events.position desc limit 1`,
  )
  const [found] = last.rows
  if (found?.position === log.last.position && found.hash === log.last.hash) return true
  throw new BackupError(
    'restore_not_empty',
    `the database is not empty: ${rows[0]!.what}; a backup goes into a new one`,
  )
}
