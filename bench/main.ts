// `npm run bench`: Fairbook against hand-written SQL, side by side on this machine; ratios matter, not absolute figures.
// `-- --json FILE` writes the rows. BENCH_SECONDS (5) per run, BENCH_RUNS (3) alternating runs, BENCH_ACCOUNTS (1000),
// BENCH_CLIENTS (1,8,64,256), BENCH_SETTLE (100000) bets on one fixture that are settled. With EVENTSTORE_URL the events go there, and the bare client is measured beside.
import { fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { decodePosition } from '#projections/freshness/position-token.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { currentPicks } from '#tests/bets.ts'
import { fundedSessions, NODE, type Product, startProduct } from '#tests/product.ts'
import { betBytes } from './bet-bytes.ts'
import { placeOnBaseline, placeOnFairbook } from './bets.ts'
import { projectionLag } from './lag.ts'
import { openLedger } from './ledger.ts'
import { load, median, type Run } from './load.ts'
import { appendBare, placedBets } from './raw-client.ts'
import { machine, type Row, table } from './results.ts'
import { settlementSpeed } from './settlement/settlement.ts'
import { oddsLatency } from './simulator.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const RUNS = Number(process.env.BENCH_RUNS ?? 3)
const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 1_000)
const SETTLE = Number(process.env.BENCH_SETTLE ?? 100_000)
const CLIENTS = (process.env.BENCH_CLIENTS ?? '1,8,64,256').split(',').map(Number)
/** A throughput counts only if the read models are at most this far behind when the load ends. */
const BEHIND_MAX_S = 2
const EUROS_EACH = 100_000
const EVENTSTORE_URL = process.env.EVENTSTORE_URL
const EVENTSTORE_PREFIX = EVENTSTORE_URL === undefined ? '' : `bench${randomBytes(6).toString('hex')}`

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const print = (line: string) => process.stdout.write(`${line}\n`)
const rows: Row[] = []

async function startBaseline(): Promise<{ origin: string; stop(): void }> {
  const admin = new pg.Client({ connectionString: ownerUrl('postgres') })
  await admin.connect()
  await admin.query('create database baseline')
  await admin.end()
  const url = ownerUrl('baseline')
  const server = fork(join(import.meta.dirname, 'baseline-server.ts'), {
    execPath: NODE,
    env: { ...process.env, DATABASE_URL: url },
  })
  const { port } = await new Promise<{ port: number }>((resolve) =>
    server.once('message', (message) => resolve(message as { port: number })),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into balance select 'account-' || n, $1 from generate_series(0, $2 - 1) n`, [
    EUROS_EACH * 100,
    ACCOUNTS,
  ])
  await client.end()
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.kill() }
}

async function placeBets(product: Product, baseline: string, tokens: string[]): Promise<void> {
  for (const clients of CLIENTS) {
    const runs: Record<'fairbook' | 'transaction' | 'statement' | 'raw-client', Run[]> = {
      'raw-client': [],
      fairbook: [],
      transaction: [],
      statement: [],
    }
    for (let round = 0; round < RUNS; round++) {
      const picks = await currentPicks(product.origin)
      const own = await load(product.origin, clients, SECONDS, placeOnFairbook(tokens, picks, `${clients}-${round}`))
      const behind = await ledger.catchUpSeconds()
      if (own.refused > 0) print(`    ${own.refused} refused, the first: ${own.firstRefusal}`)
      print(
        `    fairbook ${Math.round(own.perSecond)}/s at ${clients} clients, read models ${behind.toFixed(2)} s behind at the end`,
      )
      if (behind <= BEHIND_MAX_S) runs.fairbook.push(own)
      else print('    does not count: the projector was too far behind')
      if (EVENTSTORE_URL !== undefined) {
        const bodies = await placedBets(ledger.store)
        runs['raw-client'].push(await appendBare(EVENTSTORE_URL, bodies, ACCOUNTS, clients, SECONDS))
      }
      for (const path of ['transaction', 'statement'] as const) {
        runs[path].push(await load(baseline, clients, SECONDS, placeOnBaseline(`/${path}`, ACCOUNTS, picks)))
      }
    }
    for (const [subject, done] of Object.entries(runs) as [keyof typeof runs, Run[]][]) {
      if (done.length === 0) continue
      const value = median(done.map((run) => run.perSecond))
      rows.push({
        what: 'place-bet',
        subject,
        clients,
        value,
        unit: '1/s',
        p99Ms: median(done.map((run) => run.p99Ms)),
      })
    }
  }
}

async function lag(product: Product, tokens: string[]): Promise<void> {
  const picks = await currentPicks(product.origin)
  const next = placeOnFairbook(tokens, picks, 'lag')
  const positionOf = ({ position }: { position: string }) => BigInt(decodePosition(position)!.position)
  const runs = []
  for (let round = 0; round < RUNS; round++) {
    const begin = round * 1_000_000
    runs.push(
      await projectionLag(product.origin, serviceUrl, 500, SECONDS, (client, n) => next(client, begin + n), positionOf),
    )
  }
  rows.push({
    what: 'lag',
    subject: 'fairbook',
    clients: 16,
    value: median(runs.map((run) => run.p50Ms)),
    unit: 'ms',
    p99Ms: median(runs.map((run) => run.p99Ms)),
  })
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
  const settled = await settlementSpeed(databases, { EVENTSTORE_URL, EVENTSTORE_PREFIX }, SETTLE, print)
  const row = { what: 'settle', clients: 0, p99Ms: null } as const
  rows.push({ ...row, subject: 'fairbook', value: settled.bets / settled.seconds, unit: '1/s' })
  rows.push({ ...row, subject: 'bare-log', value: settled.barePerSecond, unit: '1/s' })
  rows.push({ ...row, what: 'settle-memory', subject: 'fairbook', value: settled.peakMb, unit: 'MB' })
  rows.push({ ...row, what: 'settle-memory', subject: 'first-tenth', value: settled.tenthMb, unit: 'MB' })
  rows.push({ ...row, what: 'settle-memory', subject: 'idle', value: settled.idleMb, unit: 'MB' })
}

/** Runs a process to its end and returns the seconds it took. Throws if it fails. */
function timed(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('close', (code) => {
      if (code === 0) resolve((performance.now() - begin) / 1000)
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${output.slice(0, 3_000)}`))
    })
  })
}

async function readLog(product: Product): Promise<void> {
  await ledger.catchUpSeconds()
  const events = await ledger.events()
  print(`  ${events.toLocaleString('en')} events in the log`)
  const env = { ...product.env, DATABASE_URL: serviceUrl }
  const seconds = { cursor: [] as number[], verify: [] as number[], rebuild: [] as number[] }
  for (let round = 0; round < RUNS; round++) {
    seconds.cursor.push(await timed(['bench/cursor.ts'], env))
    seconds.verify.push(await timed(['services/auditor/main.ts', 'verify'], env))
    seconds.rebuild.push(await timed(['services/projector/rebuild-main.ts'], env))
  }
  const speed = (kind: keyof typeof seconds) => events / median(seconds[kind])
  for (const what of ['verify', 'rebuild'] as const) {
    rows.push({ what, subject: 'fairbook', clients: 0, value: speed(what), unit: 'events/s', p99Ms: null })
    rows.push({ what, subject: 'cursor', clients: 0, value: speed('cursor'), unit: 'events/s', p99Ms: null })
  }
}

print(machine())
const product = await startProduct({ env: { EVENTSTORE_PREFIX } })
// adopts the supervisor's cluster
const cluster = await startCluster({ dataDir: product.dataDir })
const ownerUrl = (database: string) => cluster.ownerUrl(database)
const serviceUrl = cluster.serviceUrl('fairbook')
const ledger = await openLedger({ EVENTSTORE_URL, EVENTSTORE_PREFIX, DATABASE_URL: serviceUrl })
try {
  const baseline = await startBaseline()
  print(`  making ${ACCOUNTS} funded accounts with sessions`)
  const tokens = await fundedSessions(product.origin, ACCOUNTS, EUROS_EACH)
  await placeBets(product, baseline.origin, tokens)
  await lag(product, tokens)
  await odds()
  await sizeOfBets()
  await settle()
  baseline.stop()
  await readLog(product)
  print(`\n${table(rows)}`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
} finally {
  await ledger.close()
  await product.stop()
}
