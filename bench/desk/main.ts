// `npm run bench:desk`: every list of the back office on a made book: how long it takes at the server, compared with
// the same rows from an index alone, and what the overview costs compared with ten users. `-- --users 10000 --bets
// 1000000 --events 5000000 --seed 1`; `--data FOLDER` keeps the book there, for the next run and for others; `--calls
// 40` of each list; `--only '^trail'` of them.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bookOf } from '../book/kept.ts'
import { type BookSize, FULL } from '../book/size.ts'
import { machine } from '../results.ts'
import { createStarted, startPostgres } from '../started.ts'
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
const started = createStarted()
const { cluster } = await startPostgres(started, { name: 'desk', folder: values.data })
try {
  const small = await measured(await bookOf(cluster, SMALL, seed, print), { only: /^overview/ })
  const rows = await measured(await bookOf(cluster, size, seed, print), { only: new RegExp(values.only) })
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
  await started.end()
}
