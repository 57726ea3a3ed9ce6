// `npm run bench`: Fairbook compared with hand-written SQL, side by side on this machine; ratios matter, not absolute
// figures. `-- --json FILE` writes the rows; `--only place-bet,slow-disk` runs only these sections. BENCH_SECONDS (5)
// per run, BENCH_RUNS (3) alternating runs, BENCH_ACCOUNTS (1000), BENCH_CLIENTS (1,8,64,256), BENCH_SLOW_CLIENTS
// (64,256) on the slow disk, BENCH_SETTLE (100000) bets on one fixture to settle, BENCH_REST (20) seconds at rest. With
// EVENTSTORE_URL the events go there, and the bare client is measured as well. Exits with 1 if a subject has no run in
// which every bet was accepted.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { decodePosition } from '#projections/freshness/position-token.ts'
import { currentPicks, type Pick } from '#tests/bets.ts'
import { fundedSessions, startProduct } from '#tests/product.ts'
import { Backends } from './accounting/backends.ts'
import { childrenOf, productParts } from './accounting/subjects.ts'
import { microsecondsEach } from './accounting/tally.ts'
import { betBytes } from './bet-bytes.ts'
import { projectionLag } from './lag.ts'
import { openLedger } from './ledger.ts'
import { median, type Run } from './load.ts'
import { secondsOverLog } from './log-readers.ts'
import { memoryLines, mostMemory, productAtRest, restLine, type WholeProduct } from './memory/product-memory.ts'
import { placeOnFairbook } from './place-bet/requests.ts'
import { type Placed, placeBets, warmUp } from './place-bet/rounds.ts'
import type { Subject } from './place-bet/subject.ts'
import { productSubject, type Servers, startServers } from './place-bet/subjects.ts'
import { placedTable } from './place-bet/table.ts'
import { appendBare, placedBets } from './raw-client.ts'
import { measureReads } from './reads/reads.ts'
import { readTable } from './reads/table.ts'
import { leaveSegmentsToRecycle } from './recycled-segments.ts'
import { machine, type Row, table } from './results.ts'
import { settlementSpeed } from './settlement/settlement.ts'
import { oddsLatency } from './simulator.ts'
import { isSlower, makeSlowDisk, withEnvironment } from './slow-disk/slow-disk.ts'
import { createStarted, startPostgres } from './started.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const RUNS = Number(process.env.BENCH_RUNS ?? 3)
const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 1_000)
const SETTLE = Number(process.env.BENCH_SETTLE ?? 100_000)
const numbersIn = (text: string) => text.split(',').map(Number)
const CLIENTS = numbersIn(process.env.BENCH_CLIENTS ?? '1,8,64,256')
const SLOW_CLIENTS = numbersIn(process.env.BENCH_SLOW_CLIENTS ?? '64,256')
const SLOWER_US = 1_000
/** As much as the cluster keeps. */
const WAL_MB = 2_000
const REST_S = Number(process.env.BENCH_REST ?? 20)
const EUROS_EACH = 100_000
/** Games that begin within a run are not bet on. */
const BEGINS_IN_MS = (SECONDS + 60) * 1_000
const EVENTSTORE_URL = process.env.EVENTSTORE_URL
const EVENTSTORE_PREFIX = EVENTSTORE_URL === undefined ? '' : `bench${randomBytes(6).toString('hex')}`

const SECTIONS = {
  memory: memoryUnderLoad,
  'place-bet': () => placeBetsOn('normal', CLIENTS),
  'slow-disk': placeBetsSlowly,
  lag,
  odds,
  bytes: sizeOfBets,
  reads,
  settle,
  log: readLog,
} as const satisfies Record<string, () => Promise<void>>

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } })
const only = values.only?.split(',') ?? Object.keys(SECTIONS)
for (const name of only) if (!(name in SECTIONS)) throw new Error(`--only: ${Object.keys(SECTIONS).join(', ')}`)
const print = (line: string) => process.stdout.write(`${line}\n`)
const rows: Row[] = []
const tables: string[] = []

/** All subjects, warmed up. They are started when they are first needed, because their backends take memory. */
async function warmSubjects(): Promise<readonly Subject[]> {
  if (servers !== null) return [own, ...servers.subjects]
  servers = await started.start(
    () => startServers(ownerUrl, funded),
    (all) => all.stop(),
  )
  const subjects = [own, ...servers.subjects]
  print('  warming up')
  for (const subject of subjects) await warmUp(subject, { picks })
  return subjects
}

/** On the normal disk, or on one with slow fsyncs. */
async function placeBetsOn(disk: 'normal' | 'slow', clientNumbers: readonly number[]): Promise<void> {
  const subjects = await warmSubjects()
  const placed: Placed[] = []
  for (const clients of clientNumbers) {
    const level = { subjects, clients, rounds: RUNS, seconds: SECONDS, backends, name: disk, picks, print }
    placed.push(...(await placeBets(level)))
    if (EVENTSTORE_URL !== undefined) await placeBare(EVENTSTORE_URL, clients)
  }
  for (const { subject, clients, perSecond: value, p99Ms, partUs } of placed)
    rows.push({ what: 'place-bet', subject, clients, value, unit: '1/s', p99Ms, disk, partUs })
  const title = 'PlaceBet through HTTP, acknowledged after fsync'
  tables.push(placedTable(disk === 'normal' ? title : `${title}, each fsync ${SLOWER_US / 1_000} ms later`, placed))
}

async function placeBare(url: string, clients: number): Promise<void> {
  const bodies = await placedBets(ledger.store)
  const runs: Run[] = []
  for (let round = 0; round < RUNS; round++) runs.push(await appendBare(url, bodies, ACCOUNTS, clients, SECONDS))
  const value = median(runs.map(({ perSecond }) => perSecond))
  const p99Ms = median(runs.map((run) => run.p99Ms))
  rows.push({ what: 'place-bet', subject: 'raw-client', clients, value, unit: '1/s', p99Ms })
}

async function placeBetsSlowly(): Promise<void> {
  if (EVENTSTORE_URL !== undefined) return void print('  no slow disk: it is Postgres whose fsyncs are delayed')
  if (typeof slowDisk === 'string') return void print(`  no slow disk: ${slowDisk}`)
  try {
    if (!(await isSlower(slowDisk, ownerUrl('postgres'))))
      return void print('  no slow disk: Postgres does not notice it')
    slowDisk.delay(SLOWER_US)
    await placeBetsOn('slow', SLOW_CLIENTS)
  } finally {
    slowDisk.delay(0)
  }
}

/** Measured before the other subjects exist. */
async function memoryUnderLoad(): Promise<void> {
  const load = { subjects: [own], clients: 64, rounds: 1, seconds: SECONDS * 2, backends, name: 'memory', picks, print }
  tables.push(...memoryLines('at rest', atRest?.memory ?? null), restLine(atRest?.work ?? null))
  tables.push(...memoryLines('under load', await mostMemory(whole, () => placeBets(load))))
}

async function reads(): Promise<void> {
  const [{ game }] = (await picks()) as [Pick]
  const { origin } = product
  const asked = [
    { name: 'my bets', path: '/api/bets/my-bets', token: (client: number) => tokens[client % tokens.length]! },
    { name: 'live games', path: '/api/sports/live' },
    { name: 'one game', path: `/api/sports/${game.sport_key}?eventId=${game.id}` },
  ]
  const [api] = [...own.parts.owners].find(([, part]) => part === 'api')!
  const reading = { origin, api, backends, clients: 64, seconds: SECONDS }
  const results = await measureReads(asked, reading)
  for (const { name: read, own: served, echo } of results) {
    for (const [subject, { run, partUs }] of [
      ['fairbook', served],
      ['echo', echo],
    ] as const) {
      const { perSecond: value, p99Ms } = run
      rows.push({ what: 'read', subject, read, clients: 64, value, unit: '1/s', p99Ms, partUs })
    }
  }
  tables.push(readTable(results))
}

async function picks(): Promise<Pick[]> {
  const from = Date.now() + BEGINS_IN_MS
  return (await currentPicks(product.origin)).filter(({ game }) => Date.parse(game.commence_time) > from)
}

async function lag(): Promise<void> {
  const next = placeOnFairbook(funded.tokens, await picks(), 'lag')
  const positionOf = ({ position }: { position: string }) => BigInt(decodePosition(position)!.position)
  const runs = []
  for (let round = 0; round < RUNS; round++) {
    const begin = round * 1_000_000
    runs.push(
      await projectionLag(product.origin, serviceUrl, 500, SECONDS, (client, n) => next(client, begin + n), positionOf),
    )
  }
  const value = median(runs.map((run) => run.p50Ms))
  const p99Ms = median(runs.map((run) => run.p99Ms))
  rows.push({ what: 'lag', subject: 'fairbook', clients: 16, value, unit: 'ms', p99Ms })
}

async function odds(): Promise<void> {
  const { p50Ms, p99Ms } = await oddsLatency()
  rows.push({ what: 'odds', subject: 'simulator', clients: 1, value: p50Ms, unit: 'ms', p99Ms })
}

async function sizeOfBets(): Promise<void> {
  const found = betBytes(await placedBets(ledger.store))
  if (found === null) return
  const bytes = { what: 'bet-bytes', clients: 0, unit: 'bytes', p99Ms: null } as const
  rows.push({ ...bytes, subject: 'fairbook', value: found.stored })
  rows.push({ ...bytes, subject: 'unsealed', value: found.unsealed })
  rows.push({ ...bytes, subject: 'version-1', value: found.first })
}

async function settle(): Promise<void> {
  const databases = { ownerUrl, serviceUrl: (database: string) => cluster.serviceUrl(database) }
  const settled = await settlementSpeed(databases, { EVENTSTORE_URL, EVENTSTORE_PREFIX }, SETTLE, backends, print)
  const row = { what: 'settle', clients: 0, p99Ms: null } as const
  const partUs = settled.work && microsecondsEach(settled.work, settled.bets)
  rows.push({ ...row, subject: 'fairbook', value: settled.bets / settled.seconds, unit: '1/s', partUs })
  rows.push({ ...row, what: 'settle-seconds', subject: 'fairbook', value: settled.seconds, unit: 's' })
  rows.push({ ...row, subject: 'bare-log', value: settled.barePerSecond, unit: '1/s' })
  rows.push({ ...row, what: 'settle-memory', subject: 'fairbook', value: settled.peakMb, unit: 'MB' })
  rows.push({ ...row, what: 'settle-memory', subject: 'first-tenth', value: settled.tenthMb, unit: 'MB' })
  rows.push({ ...row, what: 'settle-memory', subject: 'idle', value: settled.idleMb, unit: 'MB' })
}

async function readLog(): Promise<void> {
  await ledger.catchUpSeconds()
  const events = await ledger.events()
  print(`  ${events.toLocaleString('en')} events in the log`)
  const seconds = await secondsOverLog({ ...product.env, DATABASE_URL: serviceUrl }, RUNS)
  const row = { clients: 0, unit: 'events/s', p99Ms: null } as const
  for (const what of ['verify', 'rebuild'] as const) {
    rows.push({ ...row, what, subject: 'fairbook', value: events / seconds[what] })
    rows.push({ ...row, what, subject: 'cursor', value: events / seconds.cursor })
  }
}

print(machine())
const started = createStarted()
const slowDisk = await started.start(makeSlowDisk, (disk) => typeof disk !== 'string' && disk.remove())
// started here with the library that can slow its disk, and with room for every subject's pool; the product adopts it,
// and stops it at its end
const { cluster, dataDir } = await withEnvironment(typeof slowDisk === 'string' ? {} : slowDisk.environment, () =>
  startPostgres(started, { name: 'bench', settings: { max_connections: '200' } }),
)
const ownerUrl = (database: string) => cluster.ownerUrl(database)
await leaveSegmentsToRecycle(ownerUrl('postgres'), WAL_MB)
const serviceUrl = cluster.serviceUrl('fairbook')
const product = await started.start(
  () => startProduct({ dataDir, env: { EVENTSTORE_PREFIX } }),
  ({ stop }) => stop(),
)
const ledger = await started.start(
  () => openLedger({ EVENTSTORE_URL, EVENTSTORE_PREFIX, DATABASE_URL: serviceUrl }),
  (one) => one.close(),
)
const backends = await started.start(
  () => Backends.watch(ownerUrl('postgres')),
  (one) => one.close(),
)
const whole: WholeProduct = {
  parts: productParts(childrenOf(product.pid)),
  ...{ backends, postmaster: cluster.pid, supervisor: product.pid },
}

async function prepared() {
  const atRest = only.includes('memory') ? await productAtRest(whole, REST_S) : null
  print(`  making ${ACCOUNTS} funded accounts with sessions`)
  return { atRest, tokens: await fundedSessions(product.origin, ACCOUNTS, EUROS_EACH) }
}

let servers: Servers | null = null
const { atRest, tokens } = await prepared().catch(async (error: unknown) => {
  await started.end()
  throw error
})
const funded = { tokens, euros: EUROS_EACH }
const own = productSubject(product, ledger, funded)
try {
  for (const [name, section] of Object.entries(SECTIONS)) if (only.includes(name)) await section()
  print(`\n${[...tables, table(rows)].join('\n')}`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
} finally {
  await started.end()
}
