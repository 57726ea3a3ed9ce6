// `npm run bench:projector`: what the read models cost for a bet that is placed and for one that is settled, in
// processor time of the projector and of its Postgres and in bytes of write-ahead log, and how many per second, on a
// log of made bets. `-- --accounts 1000 --before 200000 --bets 100000 --page 300`; `--each`: each read model alone;
// `--rows`: tables and indexes that grew; `--rebuild`: a rebuild compared with a cursor; `--data FOLDER` keeps the log
// there for the next run.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { projections } from '#projections/registry.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { NODE } from '#tests/product.ts'
import { copyIntoLog } from '../book/write-log.ts'
import { machine } from '../results.ts'
import { createStarted, startPostgres } from '../started.ts'
import { type Cost, foldUpTo, upTo } from './fold.ts'
import { type BetsSize, MadeBets, type Parts } from './made-bets.ts'

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    before: { type: 'string', default: '200000' },
    bets: { type: 'string', default: '100000' },
    page: { type: 'string', default: '300' },
    each: { type: 'boolean', default: false },
    rows: { type: 'boolean', default: false },
    rebuild: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
})
const size: BetsSize = {
  accounts: Number(values.accounts),
  before: Number(values.before),
  bets: Number(values.bets),
}
const print = (line: string) => process.stdout.write(`${line}\n`)
const LOG = `made_bets_${size.accounts}_${size.before}_${size.bets}`
const WORK = 'made_bets_folded'

print(machine())
const started = createStarted()
const { cluster } = await startPostgres(started, { name: 'projector', folder: values.data })
try {
  const parts = await logOfBets()
  await command(`drop database if exists ${WORK}`, `create database ${WORK} template ${LOG}`)
  // a grant on the database itself, which is not copied
  await command(`grant create on database ${WORK} to fairbook`)
  const [url, ownerUrl] = [cluster.serviceUrl(WORK), cluster.ownerUrl(WORK)]
  const store = await PostgresLog.open({ url })
  const folding = { store, url, ownerUrl, postmaster: cluster.pid, page: Number(values.page) }
  try {
    await rebuild({ store: upTo(store, parts.before, 1_000), url })
    const owner = await connect(ownerUrl, { name: 'fairbook bench' })
    await owner.query('vacuum analyze')
    await owner.end()
    for (const [what, end] of [
      ['placed', parts.placed],
      ['settled', parts.settled],
    ] as const) {
      const sizes = await relations(url)
      if (values.each) {
        for (const one of projections) print(`  ${shown(what, one.name, await foldUpTo(folding, [one], end))}`)
      } else print(shown(what, 'all', await foldUpTo(folding, projections, end)))
      if (values.rows) await printGrowth(url, sizes)
    }
    if (values.rebuild) rebuildSpeed(url, parts.settled)
  } finally {
    await store.close()
  }
} finally {
  await started.end()
}

function shown(
  what: string,
  models: string,
  { eventsPerSecond, projectorUs, writingUs, postgresUs, walBytes }: Cost,
): string {
  const us = (value: number) => value.toFixed(1).padStart(6)
  return `${what.padEnd(8)} ${models.padEnd(12)} projector ${us(projectorUs)} us, rows written ${us(writingUs)} us, all of Postgres ${us(postgresUs)} us, ${walBytes.toFixed(0).padStart(6)} bytes of write-ahead log, ${Math.round(eventsPerSecond).toLocaleString('en').padStart(6)} a second`
}

async function command(...statements: string[]): Promise<void> {
  const admin = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook bench' })
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** The log, without read models, in a separate database that is kept for the next run. */
async function logOfBets(): Promise<Parts> {
  const made = new MadeBets(size)
  const admin = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook bench' })
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [LOG])
  await admin.end()
  if (rowCount === 0) {
    print(`making a log of ${size.before + size.bets} bets`)
    await command(`drop database if exists ${LOG}_making`, `create database ${LOG}_making`)
    const [url, ownerUrl] = [cluster.serviceUrl(`${LOG}_making`), cluster.ownerUrl(`${LOG}_making`)]
    await migrate({ ownerUrl, serviceUrl: url })
    const log = await PostgresLog.open({ url })
    await log.close()
    await copyIntoLog(ownerUrl, log.logId, made.steps(), () => undefined)
    await command(`alter database ${LOG}_making rename to ${LOG}`)
  } else for await (const _ of made.steps());
  return made.parts
}

type Sizes = ReadonlyMap<string, number>

async function relations(url: string): Promise<Sizes> {
  const client = await connect(url, { name: 'fairbook bench' })
  try {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
       where relnamespace = 'app'::regnamespace and relkind in ('r', 'i')`,
    )
    return new Map(rows.map(({ name, bytes }) => [name, bytes]))
  } finally {
    await client.end()
  }
}

async function printGrowth(url: string, before: Sizes): Promise<void> {
  const grown = [...(await relations(url))].map(([name, bytes]) => ({ name, grown: bytes - (before.get(name) ?? 0) }))
  for (const one of grown.filter(({ grown }) => grown > size.bets).sort((a, b) => b.grown - a.grown)) {
    print(`  ${one.name.padEnd(40)} ${(one.grown / size.bets).toFixed(0).padStart(6)} bytes`)
  }
}

function rebuildSpeed(url: string, events: number): void {
  const seconds = (file: string) => {
    const begin = performance.now()
    const { status } = spawnSync(NODE, [file], { env: { ...process.env, DATABASE_URL: url }, stdio: 'ignore' })
    if (status !== 0) throw new Error(`${file} ended with ${status}`)
    return (performance.now() - begin) / 1_000
  }
  for (let round = 0; round < 3; round++) {
    const [cursor, rebuilt] = [seconds('bench/cursor.ts'), seconds('services/projector/rebuild-main.ts')]
    const speed = (one: number) => `${Math.round(events / one).toLocaleString('en')} events/s`
    print(`cursor ${speed(cursor)}, rebuild ${speed(rebuilt)}: ${(cursor / rebuilt).toFixed(2)}`)
  }
}
