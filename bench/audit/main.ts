// `npm run bench:audit`: `ledger verify` over a made book, compared with a cursor over the same rows in the same run.
// `-- --users 10000 --bets 200000 --events 1000000 --seed 1`. Then an audit that continues from an earlier one over a
// tenth more events, on a book of its own (`--only goes-on`: only this; `--only whole`: without it). `--large` adds ten
// times as many events with a million accounts, which takes hours and gigabytes to make. `--data FOLDER` keeps the
// books there for the next run. Exits with 1 if a limit is missed.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bookOf } from '../book/kept.ts'
import type { BookSize } from '../book/size.ts'
import { machine } from '../results.ts'
import { createStarted, startPostgres } from '../started.ts'
import { measureGoingOn } from './goes-on.ts'
import { type Measured, measureAudit, type Run } from './measure.ts'

/** Least share of a cursor's speed; most megabytes; and most seconds in terms of those for a tenth of the events. */
const RATIO_MIN = 0.5
const PEAK_MB_MAX = 512
const TIMES_MAX = 11
/** Most seconds of an audit that continues over a tenth more events, as a share of those of a complete audit. */
const GOES_ON_MAX = 0.15

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    bets: { type: 'string', default: '200000' },
    events: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    large: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
})
const size: BookSize = { users: Number(values.users), bets: Number(values.bets), events: Number(values.events) }
const large: BookSize = { users: 1_000_000, bets: size.bets * 10, events: size.events * 10 }
const print = (line: string) => process.stdout.write(`${line}\n`)
const missed = (line: string) => {
  print(`too much: ${line}`)
  process.exitCode = 1
}

print(machine())
const started = createStarted()
const { cluster } = await startPostgres(started, { name: 'audit', folder: values.data })
try {
  const first = values.only === 'goes-on' ? null : await measured(size)
  if (values.only !== 'whole') await measuredGoingOn(size)
  if (values.large && first !== null) {
    const times = (await measured(large)).verify.seconds / first.verify.seconds
    print(`ten times the events take ${times.toFixed(1)} times the seconds`)
    if (times > TIMES_MAX) missed(`${times.toFixed(1)} times the seconds, ${TIMES_MAX} at most`)
  }
  print(`load of the machine at the end: ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await started.end()
}

async function measuredGoingOn(book: BookSize): Promise<void> {
  const { events, whole, goesOn, keptMb } = await measureGoingOn(cluster, book, Number(values.seed), print)
  const { before, after } = events
  const ratio = goesOn.seconds / whole.seconds
  print(
    `an audit that goes on, over ${(after - before).toLocaleString('en')} events after ${before.toLocaleString('en')}`,
  )
  print(`  all      ${shown(before, whole)}; ${keptMb.toFixed(0)} MB kept`)
  print(
    `  goes on  ${shown(after - before, goesOn)}: ${ratio.toFixed(3)} of the seconds, ${(goesOn.processorSeconds / whole.processorSeconds).toFixed(3)} of the processor’s`,
  )
  for (const { code, out } of [whole, goesOn])
    if (code !== 0) missed(`verify ended with ${code}: ${out.slice(0, 1_000)}`)
  const { resumedFrom, state } = JSON.parse(goesOn.out) as { resumedFrom: unknown; state: unknown }
  if (resumedFrom === null) missed(`it read all: ${JSON.stringify(state)}`)
  if (ratio > GOES_ON_MAX) missed(`${ratio.toFixed(3)} of the seconds, ${GOES_ON_MAX} at most`)
}

async function measured(book: BookSize): Promise<Measured> {
  const result = await measureAudit(await bookOf(cluster, book, Number(values.seed), print))
  const { events, rows, cursor, allRows, verify } = result
  const ratio = cursor.seconds / verify.seconds
  const ofAllRows = (allRows.seconds / verify.seconds).toFixed(2)
  print(`${events.toLocaleString('en')} events, ${book.users.toLocaleString('en')} bettors`)
  print(`  cursor ${shown(events, cursor)}`)
  print(`  cursor over all ${rows.toLocaleString('en')} rows of the product ${shown(events, allRows)}`)
  print(
    `  verify ${shown(events, verify)}: ${ratio.toFixed(2)} of the cursor's speed, ${ofAllRows} of the one over all rows`,
  )
  if (verify.code !== 0) missed(`verify ended with ${verify.code}: ${verify.out.slice(0, 1_000)}`)
  if (ratio < RATIO_MIN) missed(`${ratio.toFixed(2)} of the cursor, ${RATIO_MIN} at least`)
  if (verify.peakMb > PEAK_MB_MAX) missed(`${verify.peakMb.toFixed(0)} MB, ${PEAK_MB_MAX} at most`)
  return result
}

function shown(events: number, { seconds, processorSeconds, peakMb }: Run): string {
  const rate = Math.round(events / seconds).toLocaleString('en')
  return `${rate} events/s, ${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of a processor, ${peakMb.toFixed(0)} MB`
}
