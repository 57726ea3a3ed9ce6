// Postgres on this machine: created at the first start, adopted if an earlier start left it running, stopped with the
// product.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureFolder } from '../folders.ts'
import { postgresPrograms } from './binaries.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { exists } from './files.ts'
import { initialise } from './initdb.ts'
import { type ClusterOptions, OWNER } from './installation.ts'
import { launch, START_TIMEOUT_MS } from './launch.ts'
import { findPostmaster, isAlive, type Postmaster, stopPostmaster } from './postmaster.ts'
import { runAs } from './run-as.ts'

export type Cluster = {
  readonly port: number
  readonly pid: number
  /** It was already running, left by an earlier start. */
  readonly adopted: boolean
  /** Connection string of the superuser. */
  ownerUrl(database: string): string
  /** Connection string of the services' role; the migrations create the role with this password. */
  serviceUrl(database: string): string
  isAlive(): boolean
  /**
   * `timeoutMs`: how long the final checkpoint may take; after that it is stopped without one, and recovers at its next
   * start.
   */
  stop(timeoutMs?: number): Promise<void>
  /** Asks it to exit at once, without waiting for it; it recovers at its next start. */
  abandon(): void
}

const SERVICE_ROLE = 'fairbook'
const STOP_TIMEOUT_MS = 5_000

/** Starts or adopts the Postgres of a data folder. Throws an error of one line if it cannot. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  ensureFolder(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const programs = await postgresPrograms()
  const credentials = await readCredentials(dataDir)
  const running = await settledPostmaster(folder)
  if (running) return describe(running, credentials, true)

  const as = runAs([dataDir, join(programs.postgres, '..')])
  const installation = { programs, as, dataDir, credentials, options }
  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(installation)
  return describe(await launch(installation), credentials, false)
}

/** Waits for one that is just starting or stopping. */
async function settledPostmaster(folder: string): Promise<Postmaster | null> {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await pause(50)) {
    const found = await findPostmaster(folder)
    if (!found || found.ready) return found
    if (Date.now() > end) throw new Error(`the Postgres of ${folder} (process ${found.pid}) does not become ready`)
  }
}

function describe(postmaster: Postmaster, credentials: Credentials, adopted: boolean): Cluster {
  const { pid, port } = postmaster
  const url = (role: string, password: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return {
    port,
    pid,
    adopted,
    ownerUrl: (database) => url(OWNER, credentials.owner, database),
    serviceUrl: (database) => url(SERVICE_ROLE, credentials.service, database),
    isAlive: () => isAlive(pid),
    stop: (timeoutMs = STOP_TIMEOUT_MS) => stopPostmaster(pid, timeoutMs),
    abandon: () => {
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
    },
  }
}
