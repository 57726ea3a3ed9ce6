// `npm run bench:scale`: 1, 2 and 4 apis with as many load clients, as far as the machine has cores: how many bets each
// number of them takes per second, and what limits it; and, for comparison, as many servers of the hand-written
// statement, on the normal disk and on one whose fsyncs end 1 ms later. With several apis, each is first used by its
// own sessions, as through the proxy (deploy/Caddyfile), and then all of them by any. `-- --seconds 5 --clients 256`
// (in total), `--accounts 1000`, `--apis 1,2,4`. Linux only.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { currentPicks } from '#tests/bets.ts'
import { freePort } from '#tests/free-ports.ts'
import { fundedSessions, NODE, startProduct } from '#tests/product.ts'
import { Backends } from '../accounting/backends.ts'
import { measureWork } from '../accounting/measure-work.ts'
import { type Accounted, childrenOf, productParts } from '../accounting/subjects.ts'
import { microsecondsEach, type Work } from '../accounting/tally.ts'
import { openLedger } from '../ledger.ts'
import type { Run } from '../load.ts'
import { parts } from '../place-bet/table.ts'
import { machine } from '../results.ts'
import { makeSlowDisk, withEnvironment } from '../slow-disk/slow-disk.ts'
import { createStarted, startPostgres } from '../started.ts'
import { type Server, startApi, startStatementServer } from './fleet.ts'
import { limitOf } from './limit.ts'
import type { LoadOrder } from './load-process.ts'
import { watchMachine } from './machine-load.ts'
import { watchWaits } from './waits.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '256' },
    accounts: { type: 'string', default: '1000' },
    apis: { type: 'string', default: '1,2,4' },
  },
})
const SECONDS = Number(values.seconds)
const CLIENTS = Number(values.clients)
const EUROS_EACH = 100_000
const WARM_UP_S = 5
const SLOWER_US = 1_000
/** Games that begin within a run are not bet on. */
const BEGINS_IN_MS = (SECONDS + 60) * 1_000
const CORES = availableParallelism()
const print = (line: string) => process.stdout.write(`${line}\n`)

type Fleet = {
  readonly subject: LoadOrder['subject']
  readonly servers: readonly Server[]
  readonly parts: Accounted
  /** Application name of the backends that write. */
  readonly application: string
  /**
   * Whether each session stays with one of the servers. Servers of the statement keep nothing about an account, so it
   * makes no difference to them.
   */
  readonly isSticky: boolean
}

type Level = {
  readonly perSecond: number
  readonly p99Ms: number
  readonly refused: number
  readonly limit: string
  readonly partUs: Work
}

/** One per server, started before the measurement: reading their sources is not part of a bet. */
const loadClients = ({ servers }: Fleet): Promise<ChildProcess[]> =>
  Promise.all(
    servers.map(async () => {
      const child = fork(join(import.meta.dirname, 'load-process.ts'), { execPath: NODE })
      await once(child, 'message')
      return child
    }),
  )

let runs = 0
async function loaded(
  { servers, subject, isSticky }: Fleet,
  children: readonly ChildProcess[],
  seconds: number,
): Promise<Run[]> {
  const from = Date.now() + BEGINS_IN_MS
  const picks = (await currentPicks(product.origin)).filter(({ game }) => Date.parse(game.commence_time) > from)
  const clients = Math.ceil(CLIENTS / servers.length)
  const done = children.map(async (child, n) => {
    const name = `${runs++}-${n}`
    const { origin } = servers[n]!
    const own = isSticky ? tokens.filter((_, at) => at % servers.length === n) : tokens
    child.send({ subject, origin, clients, seconds, tokens: own, picks, name } satisfies LoadOrder)
    const [run] = (await once(child, 'message')) as [Run]
    return run
  })
  return Promise.all(done)
}

async function measured(fleet: Fleet): Promise<Level> {
  const { servers, parts: accounted, application, subject } = fleet
  await loaded(fleet, await loadClients(fleet), WARM_UP_S)
  await ledger.catchUpSeconds()
  const children = await loadClients(fleet)
  const waiting = await watchWaits(ownerUrl('postgres'), application)
  const machineCores = watchMachine()
  let busyCores = 0
  let seconds = 0
  const begin = performance.now()
  const { done, work } = await measureWork(
    accounted,
    backends,
    async () => {
      const all = await loaded(fleet, children, SECONDS)
      busyCores = machineCores()
      seconds = (performance.now() - begin) / 1_000
      if (subject === 'fairbook') await ledger.catchUpSeconds()
      return all
    },
    children.map(({ pid }) => pid!),
  )
  const { waits, looks } = await waiting()
  const processes = { api: servers.length, server: servers.length, client: servers.length }
  const accepted = done.reduce((sum, run) => sum + run.accepted, 0)
  const limit = limitOf({ cores: CORES, seconds, busyCores, work: work!, processes, waits, looks })
  return {
    perSecond: done.reduce((sum, run) => sum + run.perSecond, 0),
    p99Ms: Math.max(...done.map(({ p99Ms }) => p99Ms)),
    refused: done.reduce((sum, run) => sum + run.refused, 0),
    partUs: microsecondsEach(work!, accepted),
    limit,
  }
}

async function apis(count: number): Promise<Fleet> {
  while (extra.length < count - 1) {
    extra.push(
      await startServer(() =>
        startApi({
          DATABASE_URL: cluster.serviceUrl('fairbook'),
          ODDS_API_BASE_URL: `http://127.0.0.1:${simulator}`,
        }),
      ),
    )
  }
  const own = childrenOf(product.pid)
  const first = [...own].find(([, part]) => part === 'api')![0]
  const owners = new Map([...own, ...extra.map(({ pid }) => [pid, 'api'] as const)])
  const servers = [{ origin: product.origin, pid: first, stop: async () => undefined }, ...extra]
  return { subject: 'fairbook', servers, parts: productParts(owners), application: 'fairbook append', isSticky: true }
}

async function statements(count: number): Promise<Fleet> {
  while (servers.length < count) servers.push(await startServer(() => startStatementServer(baselineUrl)))
  const owners = new Map(servers.map(({ pid }) => [pid, 'server'] as const))
  const partOf: Accounted['partOf'] = ({ isShared, owner }) =>
    isShared ? 'rest' : owner !== null && owners.has(owner) ? 'statements' : null
  return { subject: 'statement', servers, parts: { owners, partOf }, application: 'baseline', isSticky: false }
}

function show(title: string, count: number, level: Level, first: Level | null): void {
  const { perSecond, p99Ms, refused, limit, partUs } = level
  const times = first === null ? '' : `, ${(perSecond / first.perSecond).toFixed(2)}x of one`
  print(
    `    ${count} x ${title.padEnd(9)} ${Math.round(perSecond)}/s${times}, p99 ${p99Ms.toFixed(0)} ms; ${parts(partUs)}`,
  )
  print(`      limited by ${limit}`)
  if (refused === 0) return
  print(`      does not count: ${refused} were refused`)
  process.exitCode = 1
}

if (process.platform !== 'linux') throw new Error('bench:scale reads what Linux tells of processes')
print(machine())
const started = createStarted()
const slowDisk = await started.start(makeSlowDisk, (disk) => typeof disk !== 'string' && disk.remove())
const { cluster, dataDir } = await withEnvironment(typeof slowDisk === 'string' ? {} : slowDisk.environment, () =>
  startPostgres(started, { name: 'scale', settings: { max_connections: '400' } }),
)
const ownerUrl = (database: string) => cluster.ownerUrl(database)
const simulator = await freePort()
const product = await started.start(
  () => startProduct({ dataDir, env: { SIM_PORT: String(simulator) } }),
  ({ stop }) => stop(),
)
const ledger = await started.start(
  () =>
    openLedger({
      EVENTSTORE_URL: undefined,
      EVENTSTORE_PREFIX: '',
      DATABASE_URL: cluster.serviceUrl('fairbook'),
    }),
  (one) => one.close(),
)
const backends = await started.start(
  () => Backends.watch(ownerUrl('postgres')),
  (one) => one.close(),
)
const extra: Server[] = []
const servers: Server[] = []
const baselineUrl = ownerUrl('baseline')
let tokens: string[] = []
try {
  print(`  making ${values.accounts} funded accounts with sessions`)
  tokens = await fundedSessions(product.origin, Number(values.accounts), EUROS_EACH)
  await makeBaseline(tokens.length)
  const first = new Map<string, Level>()
  for (const count of values.apis.split(',').map(Number)) {
    if (count > CORES) {
      print(`  ${count} apis: the machine has ${CORES} cores`)
      continue
    }
    const shared = CORES < 2 * count + 2 ? ', which share the cores with their load, Postgres and the projector' : ''
    print(
      `  ${count} ${count === 1 ? 'api' : 'apis'}, ${count === 1 ? 'a load client' : `${count} load clients`}${shared}`,
    )
    for (const slow of typeof slowDisk === 'string' ? [false] : [false, true]) {
      print(slow ? '   each fsync 1 ms later' : '   on the disk as it is')
      if (typeof slowDisk !== 'string') slowDisk.delay(slow ? SLOWER_US : 0)
      const levels: Level[] = []
      const own = await apis(count)
      for (const fleet of [own, await statements(count)]) {
        const level = await measured(fleet)
        const key = `${fleet.subject} ${slow}`
        show(fleet.subject, count, level, first.get(key) ?? null)
        if (!first.has(key)) first.set(key, level)
        levels.push(level)
      }
      const [fairbook, statement] = levels as [Level, Level]
      print(
        `    fairbook / statement ${(fairbook.perSecond / statement.perSecond).toFixed(2)}x per second, p99 ${(fairbook.p99Ms / statement.p99Ms).toFixed(2)}x`,
      )
      if (count === 1) continue
      const anywhere = await measured({ ...own, isSticky: false })
      show('fairbook, sessions anywhere', count, anywhere, first.get(`fairbook ${slow}`)!)
    }
  }
  if (typeof slowDisk === 'string') print(`  no slow disk: ${slowDisk}`)
} finally {
  await started.end()
}

function startServer(begin: () => Promise<Server>): Promise<Server> {
  return started.start(begin, (server) => server.stop())
}

async function makeBaseline(accounts: number): Promise<void> {
  const admin = new pg.Client({ connectionString: ownerUrl('postgres') })
  await admin.connect()
  await admin.query('create database baseline')
  await admin.end()
  servers.push(await startServer(() => startStatementServer(baselineUrl)))
  const client = new pg.Client({ connectionString: baselineUrl })
  await client.connect()
  const rows = `insert into balance select 'account-' || n, $1 from generate_series(0, $2 - 1) n`
  await client.query(rows, [EUROS_EACH * 100, accounts])
  await client.end()
}
