// `npm run bench:long`: what a bet, the pages about bets, and the first bet after a start cost for an account that has
// placed 100,000 bets and for new ones, alternating on one book. `-- --bets 100000 --events 400000`, `--rounds 5
// --seconds 4 --clients 8 --seed 1`; `--data FOLDER` keeps the book for the next run. Exits with 1 if a bet costs more
// than a tenth more. Linux only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { draftSession } from '#services/accounts/sessions/session.ts'
import { insertSession } from '#services/accounts/sessions/session-rows.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { Backends } from '../accounting/backends.ts'
import { bookOf } from '../book/kept.ts'
import { median } from '../load.ts'
import { machine } from '../results.ts'
import { stopOnSignal } from '../stop-on-signal.ts'
import { byTurns } from './by-turns.ts'
import { comparedLines, misses } from './judge.ts'
import { FlatProduct, keyKeptIn } from './product.ts'

const { values } = parseArgs({
  options: {
    bets: { type: 'string', default: '100000' },
    events: { type: 'string', default: '400000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
})
const [rounds, seconds, clients] = [Number(values.rounds), Number(values.seconds), Number(values.clients)]
/** The pages that a bettor opens. */
const PAGES = ['/api/bets/my-bets', '/api/bets/totals', '/api/bets/statistics', '/api/account/statement']
const STARTS = 3
const WHERE = 'of the account with many'
const print = (line: string) => process.stdout.write(`${line}\n`)

print(machine())
const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'fairbook-long-'))
const cluster = await startCluster({ dataDir, settings: { max_connections: '250' } })
const key = keyKeptIn(dataDir)
const backends = await Backends.watch(cluster.ownerUrl('postgres'))
let product: FlatProduct | null = null
stopOnSignal(close)
try {
  const size = { users: 1, bets: Number(values.bets), events: Number(values.events) }
  const url = await bookOf(cluster, size, Number(values.seed), print)
  const ownerUrl = cluster.ownerUrl(new URL(url).pathname.slice(1))
  const long = await mostActive(url)
  print(`  the product starts; the account has placed ${long.bets.toLocaleString('en')} bets`)
  // each round uses a new account, which is not new any more afterwards
  product = await FlatProduct.over(url, ownerUrl, backends, rounds + 1 + STARTS, key)
  const running = product
  const { tokens } = product
  const bet = await byTurns('bet', rounds, (which, round) =>
    running.bets(seconds, [which === 0 ? tokens[round]! : long.token], clients),
  )
  const pages = []
  for (const page of PAGES)
    pages.push(
      await byTurns(`read of ${page}`, rounds, (which) =>
        running.reads(seconds / 2, page, which === 0 ? tokens[1]! : long.token, clients),
      ),
    )
  const first: [number, number][] = []
  for (let start = 0; start < STARTS; start++) {
    await product.stop()
    product = null
    product = await FlatProduct.over(url, ownerUrl, backends, tokens, key)
    // so that what is new in the process is new for both
    await product.firstBetMs(tokens[rounds]!)
    const fresh = await product.firstBetMs(tokens[rounds + 1 + start]!)
    first.push([fresh, await product.firstBetMs(long.token)])
  }
  print(`microseconds of a processor, medians of ${rounds}`)
  for (const line of comparedLines(bet, WHERE)) print(line)
  for (const page of pages) for (const line of comparedLines(page, WHERE, '')) print(line)
  const [fresh, many] = ([0, 1] as const).map((which) => median(first.map((pair) => pair[which])))
  print(`  the first bet after a start, milliseconds: ${fresh!.toFixed(1)} -> ${many!.toFixed(1)}`)
  for (const line of misses([bet])) print(`too much: ${line}`)
  if (misses([bet]).length > 0) process.exitCode = 1
} finally {
  await close()
}

/** A session of the made bettor with the most bets. */
async function mostActive(url: string): Promise<{ readonly bets: number; readonly token: string }> {
  const pool = openPool(url)
  try {
    const { rows } = await pool.query<{ account: string; hash: string; bets: number }>(
      `select i.account_id as account, i.password_hash as hash, count(*)::int as bets
         from app.bet b join app.identity i using (account_id) group by 1, 2 order by 3 desc limit 1`,
    )
    const { account, hash, bets } = rows[0]!
    const draft = draftSession({ ip: '127.0.0.1', userAgent: 'bench:long' })
    // a sign-in that is not in the ledger would be swept away
    await insertSession(pool, account, draft, hash, { named: true })
    return { bets, token: draft.token }
  } finally {
    await pool.end()
  }
}

async function close(): Promise<void> {
  await product?.stop()
  await backends.close()
  await cluster.stop()
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
}
