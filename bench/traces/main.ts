// `npm run bench:traces`: what a bet costs in processor time with every trace recorded and sent to a collector, and
// without traces, for two products alternating in one run. The client makes no spans, so its own ratio shows how much
// noise there was. `-- --rounds 6 --seconds 4 --bettors 100`. Linux only.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { Backends } from '../accounting/backends.ts'
import type { Work } from '../accounting/tally.ts'
import { bookOf } from '../book/kept.ts'
import { WAY } from '../flat/judge.ts'
import { FlatProduct } from '../flat/product.ts'
import { median } from '../load.ts'
import { machine } from '../results.ts'
import { stopOnSignal } from '../stop-on-signal.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '4' },
    bettors: { type: 'string', default: '100' },
  },
})
const BOOK = { users: 20, bets: 200, events: 1_000 }
const print = (line: string) => process.stdout.write(`${line}\n`)
/** Work on the way of a bet. What polls, sweeps and signs works by the second, and is shown separately. */
const onTheWay = (work: Work): number => WAY.reduce((sum, part) => sum + (work[part] ?? 0), 0)

if (process.platform !== 'linux') throw new Error('bench:traces reads what Linux tells of processes')
print(machine())
// accepts everything and looks at nothing, so that its work is not counted as the product's
let sent = 0
const collector = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    sent += chunk.length
  })
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` }

const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-traces-'))
const cluster = await startCluster({ dataDir, settings: { max_connections: '250' } })
const backends = await Backends.watch(cluster.ownerUrl('postgres'))
const products: FlatProduct[] = []
stopOnSignal(close)
try {
  for (const [index, env] of [{}, traced].entries()) {
    // one bet more or less, so that each product has its own book
    const url = await bookOf(cluster, { ...BOOK, bets: BOOK.bets + index }, 1, print)
    const ownerUrl = cluster.ownerUrl(new URL(url).pathname.slice(1))
    products.push(await FlatProduct.over(url, ownerUrl, backends, Number(values.bettors), env))
  }
  const [off, on] = [[] as Work[], [] as Work[]]
  // the first round warms up, and the order alternates
  for (let round = 0; round <= Number(values.rounds); round++) {
    const turns = [
      [products[0]!, off],
      [products[1]!, on],
    ] as const
    for (const [product, found] of round % 2 === 0 ? turns : turns.toReversed()) {
      const work = await product.bets(Number(values.seconds))
      if (round > 0) found.push(work)
    }
  }
  if (sent === 0) throw new Error('the collector was sent nothing')
  print(
    `microseconds of a processor for a bet, medians of ${values.rounds} rounds; without traces, with all of them, their ratio`,
  )
  for (const part of Object.keys(on[0]!)) print(lineOf(part, (work) => work[part] ?? 0))
  print(lineOf('on the way of a bet', onTheWay))
  const ratios = on.map((work, round) => onTheWay(work) / onTheWay(off[round]!))
  print(
    `ratio on the way by round, median ${median(ratios).toFixed(2)}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  )

  function lineOf(part: string, of: (work: Work) => number): string {
    const [without, all] = [median(off.map(of)), median(on.map(of))]
    return `  ${part.padEnd(20)} ${without.toFixed(0).padStart(7)} ${all.toFixed(0).padStart(7)} ${(all / without).toFixed(2).padStart(6)}`
  }
} finally {
  await close()
}

async function close(): Promise<void> {
  for (const product of products) await product.stop()
  await backends.close()
  await cluster.stop()
  collector.close()
  rmSync(dataDir, { recursive: true, force: true })
}
