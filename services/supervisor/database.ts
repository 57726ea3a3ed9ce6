// The product's Postgres: the one in DATABASE_URL, or one of its own in DATA_DIR, kept alive.
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#services/platform/config.ts'
import { migrate, migrateProduct } from '#services/platform/database/migrate.ts'
import { type Cluster, startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DATABASE, ensureDatabase } from '#services/platform/embedded-postgres/local-database.ts'

export type ProductDatabase = {
  /** What the services connect with. Another one after Postgres had to come back on another port. */
  serviceUrl(): string
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 500

type Settings = Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR'>

/** Migrated when it resolves. `moved` is called when serviceUrl() has changed. */
export async function openDatabase(
  config: Settings,
  say: (line: string) => void,
  moved: () => void,
): Promise<ProductDatabase> {
  const { DATABASE_URL: serviceUrl } = config
  if (serviceUrl !== undefined) {
    await migrateProduct({ ...config, DATABASE_URL: serviceUrl })
    return { serviceUrl: () => serviceUrl, stop: async () => undefined }
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
  const watching = watch(
    config,
    () => cluster,
    stopping.signal,
    say,
    (next) => {
      const samePort = next.port === cluster.port
      cluster = next
      if (!samePort) moved()
    },
  )
  return {
    serviceUrl: () => cluster.serviceUrl(DATABASE),
    async stop() {
      stopping.abort()
      await watching
      await cluster.stop(2_500)
    },
  }
}

/** A Postgres that was killed is started again: it recovers everything that it ever acknowledged. */
async function watch(
  config: Settings,
  current: () => Cluster,
  stopping: AbortSignal,
  say: (line: string) => void,
  restarted: (cluster: Cluster) => void,
): Promise<void> {
  while (!stopping.aborted) {
    await pause(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted || current().isAlive()) continue
    say('Postgres ended; starting it again')
    await startCluster({ dataDir: config.DATA_DIR }).then(restarted, (error: Error) => say(error.message))
  }
}
