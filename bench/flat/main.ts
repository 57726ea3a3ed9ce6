// `npm run bench:flat`: what a bet and a registration cost in processor time on a normal book, and on one with a
// hundred times the log and a thousand times the accounts, alternating in one run. `-- --users 20 --bets 1000 --events
// 5000` for the normal one, `--times-log 100 --times-accounts 1000` for the large one, `--rounds 5 --seconds 4
// --sign-ups 60 --bettors 100 --seed 1`; `--data FOLDER` keeps the books for the next run. Exits with 1 if either costs
// more than a tenth more. Linux only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { Backends } from '../accounting/backends.ts'
import { bookOf } from '../book/kept.ts'
import type { BookSize } from '../book/size.ts'
import { machine } from '../results.ts'
import { stopOnSignal } from '../stop-on-signal.ts'
import { byTurns } from './by-turns.ts'
import { comparedLines, misses } from './judge.ts'
import { FlatProduct, keyKeptIn } from './product.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '20' },
    bets: { type: 'string', default: '1000' },
    events: { type: 'string', default: '5000' },
    'times-log': { type: 'string', default: '100' },
    'times-accounts': { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    'sign-ups': { type: 'string', default: '60' },
    bettors: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
})
const size: BookSize = { users: Number(values.users), bets: Number(values.bets), events: Number(values.events) }
const times = Number(values['times-log'])
const large: BookSize = {
  users: size.users * Number(values['times-accounts']),
  ...{ bets: size.bets * times, events: size.events * times },
}
const print = (line: string) => process.stdout.write(`${line}\n`)

if (process.platform !== 'linux') throw new Error('bench:flat reads what Linux tells of processes')
print(machine())
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'fairbook-flat-'))
const cluster = await startCluster({ dataDir, settings: { max_connections: '250' } })
const key = keyKeptIn(dataDir)
const backends = await Backends.watch(cluster.ownerUrl('postgres'))
const products: FlatProduct[] = []
stopOnSignal(close)
try {
  for (const book of [size, large]) {
    const url = await bookOf(cluster, book, Number(values.seed), print)
    const ownerUrl = cluster.ownerUrl(new URL(url).pathname.slice(1))
    print(
      `  the product starts over ${book.events.toLocaleString('en')} events and ${book.users.toLocaleString('en')} bettors`,
    )
    products.push(await FlatProduct.over(url, ownerUrl, backends, Number(values.bettors), key))
  }
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const all = [
    await byTurns('bet', rounds, (which) => products[which]!.bets(seconds)),
    await byTurns('registration', rounds, (which) => products[which]!.registrations(Number(values['sign-ups']))),
  ]
  const [before, after] = (await Promise.all(products.map((product) => product.events()))).map((events) =>
    events.toLocaleString('en'),
  )
  print(
    `${before} events in the normal book at the end, ${after} in the large one; microseconds of a processor, medians of ${values.rounds}`,
  )
  for (const one of all) for (const line of comparedLines(one)) print(line)
  for (const line of misses(all)) print(`too much: ${line}`)
  if (misses(all).length > 0) process.exitCode = 1
} finally {
  await close()
}

async function close(): Promise<void> {
  for (const product of products) await product.stop()
  await backends.close()
  await cluster.stop()
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
}
