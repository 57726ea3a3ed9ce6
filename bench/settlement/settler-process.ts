// The settler in a process of its own: settles the fixture once its parent says so, and reports how fast it was and how
// much memory it took.
import { once } from 'node:events'
import { openBetCounts } from '#projections/testing/open-bet-counts.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands, WORKER_CACHE_BYTES } from '#services/commands/commands.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { FINAL } from './book.ts'

/** `idleMb`: before the first bet. `tenthMb`, `peakMb`: the peak during the first tenth of the bets, and overall. */
export type Settled = { bets: number; seconds: number; idleMb: number; tenthMb: number; peakMb: number }

const { DATABASE_URL = '', EVENTSTORE_URL, EVENTSTORE_PREFIX = '' } = process.env
const megabytes = () => process.memoryUsage.rss() / 2 ** 20

function metaOf(command: string) {
  const id = commandId('bench', command)
  const actor = { id: commandId('bench', 'boss'), role: 'super-admin' } as const
  const times = { at: '2026-11-20T21:00:00.000Z', correlation: id, causation: null, reason: null }
  return { actor, session: null, command: { id, hash: hashCommand(command) }, ...times }
}

const store = await openEventStore({ EVENTSTORE_URL, EVENTSTORE_PREFIX, DATABASE_URL })
const queries = await openQueries(DATABASE_URL)
const { accounts, fixtures } = createCommands({ store, cacheBytes: WORKER_CACHE_BYTES })
const score = { home: 2, away: 1 }
const result = { score, regulation: score, source: 'admin', reads: [], closedAt: '2026-11-20T20:50:00.000Z' } as const
await fixtures.execute(FINAL, { type: 'RecordResult', ...result }, metaOf('result'))

const left = async () => (await openBetCounts(queries)).reduce((sum, { bets }) => sum + bets, 0)
const tenth = (await left()) / 10
let executed = 0
const counted: typeof accounts = {
  ...accounts,
  execute: (...command) => {
    executed += 1
    return accounts.execute(...command)
  },
}

const idleMb = megabytes()
process.send?.('ready')
await once(process, 'message')
let tenthMb = idleMb
let peakMb = idleMb
const looking = setInterval(() => {
  peakMb = Math.max(peakMb, megabytes())
  if (executed <= tenth) tenthMb = peakMb
}, 50)
const begin = performance.now()
const businessNow = () => new Date('2026-11-20T22:00:00.000Z')
const report = await settleFixture(FINAL, { queries, accounts: counted, fixtures, businessNow })
const seconds = (performance.now() - begin) / 1_000
clearInterval(looking)
if (Object.keys(report.refused).length > 0 || report.waiting > 0) throw new Error(JSON.stringify(report))

while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
process.send?.({ bets: report.settled, seconds, idleMb, tenthMb, peakMb } satisfies Settled)
await queries.end()
await store.close()
process.disconnect()
