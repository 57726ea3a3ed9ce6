// The product's database for a command-line tool, by the product's own settings: DATABASE_URL, or the Postgres of
// DATA_DIR, which is started for the tool if the product does not run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { TransientError } from '../errors.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { DataDirInUse, type DataDirLock, lockDataDir } from './data-dir-lock.ts'
import { findPostmaster } from './postmaster.ts'

/** The database of the embedded Postgres. */
export const DATABASE = 'fairbook'

export type LocalDatabase = {
  readonly serviceUrl: string
  /** The role that migrates; the same as serviceUrl if one role owns everything. */
  readonly ownerUrl: string
  /** Leaves Postgres running or stopped, as it was found. */
  close(): Promise<void>
}

/** For a product that is just starting, or restarting its Postgres. */
const READY_TIMEOUT_MS = 15_000

/** Throws an error of one line if there is no database. */
export async function openLocalDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR'>,
): Promise<LocalDatabase> {
  const { DATABASE_URL: serviceUrl, DATA_DIR: dataDir } = config
  if (serviceUrl !== undefined) {
    return { serviceUrl, ownerUrl: config.DATABASE_OWNER_URL ?? serviceUrl, close: async () => undefined }
  }
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(`${dataDir} holds no database: set DATA_DIR or DATABASE_URL as for the product`)
  }
  const lock = lockUnlessRunning(dataDir)
  try {
    if (lock === null) await untilReady(folder)
    const cluster = await startCluster({ dataDir })
    return {
      serviceUrl: cluster.serviceUrl(DATABASE),
      ownerUrl: cluster.ownerUrl(DATABASE),
      async close() {
        // an adopted one is the product's, or will be adopted by its next start
        if (!cluster.adopted) await cluster.stop()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** Creates the product's database in a new cluster. */
export async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook setup' })
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (!found.rowCount) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function lockUnlessRunning(dataDir: string): DataDirLock | null {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUse) return null
    throw error
  }
}

async function untilReady(folder: string): Promise<void> {
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; await pause(100)) {
    if ((await findPostmaster(folder))?.ready) return
  }
  throw new TransientError('the product runs, but its Postgres does not become ready')
}
