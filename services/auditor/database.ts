// Where the ledger is: DATABASE_URL, or the Postgres of DATA_DIR, which is started for the audit where none runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../config.ts'
import { startCluster } from '../embedded/cluster.ts'
import { DataDirInUse, type DataDirLock, lockDataDir } from '../embedded/data-dir-lock.ts'
import { findPostmaster } from '../embedded/postmaster.ts'
import { NoConnection } from './postgres/snapshot.ts'

export type LedgerDatabase = {
  readonly url: string
  /** Leaves everything as it was found. */
  close(): Promise<void>
}

/** Of the embedded Postgres. */
const DATABASE = 'fairbook'
/** A product that is just starting, or starting its Postgres again, has so long. */
const PATIENCE_MS = 15_000

/** Throws NoConnection, with one line. */
export async function openLedgerDatabase(config: Config = readConfig()): Promise<LedgerDatabase> {
  if (config.EVENTSTORE_URL) throw new NoConnection('this ledger tool reads a log in Postgres only')
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => undefined }
  const dataDir = config.DATA_DIR
  const folder = join(dataDir, 'postgres')
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new NoConnection(`${dataDir} holds no ledger: set DATA_DIR or DATABASE_URL as for the product`)
  }
  const lock = lockOrNull(dataDir)
  if (lock === null) await untilReady(folder)
  try {
    const cluster = await startCluster({ dataDir })
    return {
      url: cluster.serviceUrl(DATABASE),
      async close() {
        // a Postgres that ran before is the product's, or will be adopted by its next start
        if (!cluster.adopted) await cluster.stop()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw new NoConnection((error as Error).message)
  }
}

/** Null while the product runs: its Postgres is used then. */
function lockOrNull(dataDir: string): DataDirLock | null {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUse) return null
    throw error
  }
}

async function untilReady(folder: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(100)) {
    if ((await findPostmaster(folder))?.ready) return
  }
  throw new NoConnection('the product runs, but its Postgres does not become ready')
}
