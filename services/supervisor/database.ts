// The product's Postgres: the one in DATABASE_URL, or an embedded one in DATA_DIR, which is restarted when it dies.
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#services/platform/config.ts'
import { migrate, migrateProduct } from '#services/platform/database/migration/migrate.ts'
import { type Cluster, startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DATABASE, ensureDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { lineOf } from '#services/platform/errors.ts'
import type { Voices } from './supervisor-log.ts'

export type ProductDatabase = {
  /** The URL for the services. Changes if Postgres had to be restarted on another port. */
  serviceUrl(): string
  /** `withinMs`: how much of the product's time to stop is left. */
  stop(withinMs?: number): Promise<void>
  /** Asks the Postgres of DATA_DIR to exit at once, without waiting for it; it recovers at its next start. */
  abandon(): void
}

const CHECK_MS = 500
/** With a last checkpoint. Without one, Postgres recovers at its next start. */
const STOP_TIMEOUT_MS = 2_500
const WITHOUT_CHECKPOINT_MS = 1_300

type Settings = Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR'>

/** Migrated when it resolves. `onUrlChange` is called when serviceUrl() has changed. */
export async function openDatabase(
  config: Settings,
  voices: Voices,
  onUrlChange: () => void,
): Promise<ProductDatabase> {
  const { DATABASE_URL: serviceUrl } = config
  if (serviceUrl !== undefined) {
    await migrateProduct({ ...config, DATABASE_URL: serviceUrl })
    return { serviceUrl: () => serviceUrl, stop: async () => undefined, abandon: () => undefined }
  }
  let cluster = await startCluster({ dataDir: config.DATA_DIR })
  try {
    await ensureDatabase(cluster)
    await migrate({ ownerUrl: cluster.ownerUrl(DATABASE), serviceUrl: cluster.serviceUrl(DATABASE) })
  } catch (error) {
    await cluster.stop()
    throw error
  }
  const stopping = new AbortController()
  const onRestart = (next: Cluster) => {
    const samePort = next.port === cluster.port
    cluster = next
    if (!samePort) onUrlChange()
  }
  const watching = restartWhenDead(config, () => cluster, stopping.signal, voices, onRestart)
  return {
    serviceUrl: () => cluster.serviceUrl(DATABASE),
    abandon: () => cluster.abandon(),
    async stop(withinMs) {
      const begun = performance.now()
      stopping.abort()
      await watching
      await cluster.stop(checkpointMs(withinMs === undefined ? undefined : withinMs - (performance.now() - begun)))
    },
  }
}

/** How long the last checkpoint may take for Postgres to exit in time. */
export const checkpointMs = (withinMs = Number.POSITIVE_INFINITY): number =>
  Math.round(Math.max(0, Math.min(STOP_TIMEOUT_MS, withinMs - WITHOUT_CHECKPOINT_MS)))

/** When it is restarted, a killed Postgres recovers everything that it ever acknowledged. */
async function restartWhenDead(
  config: Settings,
  current: () => Cluster,
  stopping: AbortSignal,
  { print, log }: Voices,
  onRestart: (cluster: Cluster) => void,
): Promise<void> {
  while (!stopping.aborted) {
    await pause(CHECK_MS, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted || current().isAlive()) continue
    print('Postgres ended; restarting it')
    log.warn({ process: 'postgres' }, 'a process ended, and is started again')
    await startCluster({ dataDir: config.DATA_DIR }).then(onRestart, (error: Error) => {
      print(error.message)
      log.warn({ process: 'postgres', reason: lineOf(error) }, 'a process could not be started')
    })
  }
}
