// Postgres for one machine: made at first start, adopted where an earlier start left it running, stopped with the product.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync } from 'node:fs'
import { chmod, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { environmentOf } from '../process/environment.ts'
import { type PostgresPrograms, postgresPrograms } from './binaries.ts'
import { freePort } from './free-port.ts'
import { clearStalePid, findPostmaster, isAlive, type Postmaster, stopPostmaster } from './postmaster.ts'
import { type RunAs, runAs } from './run-as.ts'

export type Cluster = {
  readonly port: number
  readonly pid: number
  /** It was running already, left behind by an earlier start. */
  readonly adopted: boolean
  /** Connection string of the superuser. */
  ownerUrl(database: string): string
  /** Connection string of the services' role; the migrations make the role with this password. */
  serviceUrl(database: string): string
  isAlive(): boolean
  /** `patienceMs`: how long a checkpoint may take before it is stopped without one (it then recovers at its next start). */
  stop(patienceMs?: number): Promise<void>
}

export type ClusterOptions = {
  /** Everything is kept below: `postgres/` (data), `postgres.json` (passwords, port), `postgres.log`. */
  readonly dataDir: string
  /** Added to the command line of Postgres, as name and value. */
  readonly settings?: Readonly<Record<string, string>>
  /** False only for clusters that are thrown away: no fsync anywhere. */
  readonly durable?: boolean
}

export const SERVICE_ROLE = 'fairbook'
const OWNER = 'postgres'

/** For two cores and a few dozen connections. fsync, synchronous_commit and full_page_writes stay at their defaults: on. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  max_wal_size: '2GB',
  // written again rather than made anew
  min_wal_size: '512MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  // containers give /dev/shm little room, and the second core has the services to run
  max_parallel_workers_per_gather: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
}
/** In megabytes. A new one is filled with zeros while every commit waits: 16, as by default, take 50 ms at a time. */
const WAL_SEGMENT = '--wal-segsize=4'
const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const START_TIMEOUT_MS = 60_000
const LOG_KEPT_BYTES = 10_000_000

type Secrets = { readonly owner: string; readonly service: string; readonly port: number }

/** Starts or adopts the Postgres of a data folder. Throws an error of one line where it cannot. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const folder = join(dataDir, 'postgres')
  const programs = await postgresPrograms()
  const secrets = await readSecrets(dataDir)
  const running = await settledPostmaster(folder)
  if (running) return describe(running, secrets, true)

  const as = runAs([dataDir, join(programs.postgres, '..')])
  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(programs, as, dataDir, secrets, options)
  return describe(await launch(programs, as, dataDir, secrets, options), secrets, false)
}

/** Waits until one that is just starting or stopping has made up its mind. */
async function settledPostmaster(folder: string): Promise<Postmaster | null> {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await pause(50)) {
    const found = await findPostmaster(folder)
    if (!found || found.ready) return found
    if (Date.now() > end) throw new Error(`the Postgres of ${folder} (process ${found.pid}) does not become ready`)
  }
}

async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'postgres.json')
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null) return JSON.parse(stored) as Secrets
  const made = { owner: randomBytes(24).toString('hex'), service: randomBytes(24).toString('hex'), port: 0 }
  await replaceFile(file, JSON.stringify(made))
  return made
}

async function initialise(
  programs: PostgresPrograms,
  as: RunAs,
  dataDir: string,
  secrets: Secrets,
  options: ClusterOptions,
): Promise<void> {
  // made aside and renamed, so that a start cut off in the middle leaves nothing half made
  const draft = join(dataDir, 'postgres.new')
  const passwordFile = join(dataDir, 'postgres.password')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, secrets.owner, { mode: 0o600 })
  if (as.uid !== undefined) for (const path of [draft, passwordFile]) chownSync(path, as.uid, as.gid ?? as.uid)
  const flags = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${OWNER}`, WAL_SEGMENT]
  if (options.durable === false) flags.push('--no-sync')
  try {
    await run(as, programs.initdb, [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...flags])
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`Postgres could not be set up in ${dataDir}: ${lastLine(stderr ?? String(error))}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, join(dataDir, 'postgres'))
}

async function launch(
  programs: PostgresPrograms,
  as: RunAs,
  dataDir: string,
  secrets: Secrets,
  options: ClusterOptions,
): Promise<Postmaster> {
  const folder = join(dataDir, 'postgres')
  const logFile = join(dataDir, 'postgres.log')
  const settings = { ...SETTINGS, ...(options.durable === false ? DISPOSABLE : {}), ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let said = ''
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await pause(200)) {
    await clearStalePid(folder)
    // the port of the last start, so that services which outlived a killed Postgres find the next one
    const port = await freePort(secrets.port)
    const log = await open(logFile, (await sizeOf(logFile)) > LOG_KEPT_BYTES ? 'w' : 'a', 0o600)
    const from = await sizeOf(logFile)
    // a group of its own: Ctrl-C in the terminal must reach the services before it reaches their database
    const child = launchDetached(as, programs.postgres, ['-D', folder, '-p', String(port), ...flags], log.fd)
    await log.close()
    const ready = await untilReady(child, folder, end)
    if (ready) {
      await replaceFile(join(dataDir, 'postgres.json'), JSON.stringify({ ...secrets, port }))
      return ready
    }
    said = (await readFile(logFile, 'utf8')).slice(from)
    // the port was taken meanwhile, or the processes of a killed predecessor are still on their way out
    if (!/could not bind|could not create any TCP|shared memory block|lock file/.test(said)) break
  }
  const cause = said.split('\n').find((line) => line.includes('FATAL')) ?? lastLine(said)
  throw new Error(`Postgres did not start: ${cause.replace(/^.*FATAL:\s*/, '')} (${logFile})`)
}

async function untilReady(child: ChildProcess, folder: string, end: number): Promise<Postmaster | null> {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.once('error', () => {
    ended = true
  })
  while (!ended && Date.now() < end) {
    const found = await findPostmaster(folder)
    if (found?.ready && found.pid === child.pid) return found
    await pause(20)
  }
  return null
}

function describe(postmaster: Postmaster, secrets: Secrets, adopted: boolean): Cluster {
  const { pid, port } = postmaster
  const url = (role: string, password: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return {
    port,
    pid,
    adopted,
    ownerUrl: (database) => url(OWNER, secrets.owner, database),
    serviceUrl: (database) => url(SERVICE_ROLE, secrets.service, database),
    isAlive: () => isAlive(pid),
    stop: (patienceMs = 5_000) => stopPostmaster(pid, patienceMs),
  }
}

function launchDetached(as: RunAs, program: string, args: string[], log: number): ChildProcess {
  const [first = program, ...rest] = [...as.before, program, ...args]
  const env = environmentOf(process.env)
  const child = spawn(first, rest, { ...identity(as), cwd: '/', env, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  return child
}

async function run(as: RunAs, program: string, args: string[]): Promise<void> {
  const [first = program, ...rest] = [...as.before, program, ...args]
  const env = { ...environmentOf(process.env), LC_ALL: 'C' }
  await promisify(execFile)(first, rest, { ...identity(as), cwd: '/', env })
}

/** Where a command before it changes the user, Node must not. */
function identity(as: RunAs): { uid?: number; gid?: number } {
  if (as.before.length > 0 || as.uid === undefined) return {}
  return { uid: as.uid, gid: as.gid ?? as.uid }
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const sizeOf = (path: string) =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  )
const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
