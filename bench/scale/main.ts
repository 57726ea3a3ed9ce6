// `npm run scale-model`: how many logs a hundred thousand bets per second would take, on paper (docs/scale.md). It
// starts nothing: the times of the parts are those that `npm run bench` measured. `-- --rate 100000 --accounts 1000000
// --flush 1000 --event 45 --fold 85` (microseconds of a flush, and of an event in the log's writer and in the fold's
// busiest backend).
import { parseArgs } from 'node:util'
import { sharesOf } from './accounts.ts'
import { capacityOf, simulateShard } from './shard.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '1000000' },
    flush: { type: 'string', default: '1000' },
    event: { type: 'string', default: '45' },
    fold: { type: 'string', default: '85' },
    batch: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
})
const least = { flush: 0, event: 1, fold: 0, seed: 0 } as const

/** A whole number from the arguments; exits with a message if it is not. */
function numberOf(name: keyof typeof values): number {
  const number = Number(values[name])
  const bound = name in least ? least[name as keyof typeof least] : 1
  if (Number.isSafeInteger(number) && number >= bound) return number
  process.stderr.write(`--${name} is a whole number of at least ${bound}: ${values[name]}\n`)
  process.exit(2)
}

const [rate, accounts, flushUs, eventUs] = [
  numberOf('rate'),
  numberOf('accounts'),
  numberOf('flush'),
  numberOf('event'),
]
const [foldUs, batch, seed] = [numberOf('fold'), numberOf('batch'), numberOf('seed')]
const print = (...cells: (string | number)[]) =>
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(11)).join('')}\n`)
const ms = (us: number) => (us / 1_000).toFixed(1)

print('shards', 'hottest', 'bets/s', 'capacity', 'of it', 'batch', 'p50 ms', 'p99 ms', 'fold busy')
for (const shards of [1, 2, 4, 6, 8, 12, 16, 32]) {
  const hottest = Math.max(...sharesOf(shards, accounts, seed))
  const perSecond = rate * hottest
  const log = simulateShard({ perSecond, flushUs, eventUs, batch, bets: 200_000, seed })
  const capacity = Math.round(capacityOf({ flushUs, eventUs, batch }))
  const isOver = perSecond > capacity
  print(
    shards,
    `${(hottest * 100).toFixed(1)} %`,
    Math.round(perSecond),
    capacity,
    isOver ? 'over' : (perSecond / capacity).toFixed(2),
    Math.round(log.meanBatch),
    isOver ? '-' : ms(log.p50Us),
    isOver ? '-' : ms(log.p99Us),
    ((perSecond * foldUs) / 1e6).toFixed(2),
  )
}
