// `npm run bench:desk`: every list of the back office over a made book: how long it takes at the server, against the same rows out
// of an index alone, and what the overview costs over ten users. `-- --users 10000 --bets 1000000 --events 5000000 --seed 1`;
// `--data FOLDER` keeps the book there, for the next run and others; `--calls 40` of each list;
// `--only '^trail'` of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migrate.ts'
import { type Cluster, startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { fillWithBook } from '../book/fill.ts'
import { type BookSize, FULL } from '../book/size.ts'
import { machine } from '../results.ts'
import { openDesk } from './desk.ts'
import { type Measured, measureLists, samplesOf } from './measure.ts'
import { failing, report } from './report.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: String(FULL.users) },
    bets: { type: 'string', default: String(FULL.bets) },
    events: { type: 'string', default: String(FULL.events) },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '40' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)
const size: BookSize = { users: Number(values.users), bets: Number(values.bets), events: Number(values.events) }
const seed = Number(values.seed)
/** What the overview is compared with. */
const SMALL: BookSize = { users: 10, bets: 1_000, events: 5_000 }

/** The services' connection string to a database with that book, made where there is none yet. */
async function bookOf(cluster: Cluster, book: BookSize): Promise<string> {
  const name = `book_${book.users}_${book.bets}_${book.events}_${seed}`
  const url = cluster.serviceUrl(name)
  const ownerUrl = cluster.ownerUrl(name)
  const admin = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook bench' })
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      print(`making a book of ${book.users} users, ${book.bets} bets, ${book.events} events`)
      await admin.query(`create database ${name}_making`)
      const making = { url: cluster.serviceUrl(`${name}_making`), ownerUrl: cluster.ownerUrl(`${name}_making`) }
      await migrate({ ownerUrl: making.ownerUrl, serviceUrl: making.url })
      await fillWithBook({ ...making, size: book, seed, print })
      await admin.query(`alter database ${name}_making rename to ${name}`)
    }
  } finally {
    await admin.end()
  }
  await migrate({ ownerUrl, serviceUrl: url })
  return url
}

async function measured(url: string, only: { only?: RegExp } = {}): Promise<Measured[]> {
  const desk = await openDesk(url)
  try {
    return await measureLists(desk, url, await samplesOf(url), {
      calls: Number(values.calls),
      deep: 20,
      scans: true,
      ...only,
    })
  } finally {
    await desk.stop()
  }
}

print(machine())
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'fairbook-desk-'))
const cluster = await startCluster({ dataDir })
try {
  const small = await measured(await bookOf(cluster, SMALL), { only: /^overview/ })
  const rows = await measured(await bookOf(cluster, size), { only: new RegExp(values.only) })
  print(report(rows))
  print(`load of the machine at the end: ${loadavg()[0]!.toFixed(1)}`)
  for (const { name, p50Ms } of small) {
    const large = rows.find((row) => row.name === name)?.p50Ms
    if (large !== undefined)
      print(`${name}: ${p50Ms.toFixed(1)} ms with ${SMALL.users} users, ${large.toFixed(1)} ms with ${size.users}`)
  }
  for (const line of failing(rows)) print(`too slow: ${line}`)
  if (failing(rows).length > 0) process.exitCode = 1
} finally {
  await cluster.stop()
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
}
