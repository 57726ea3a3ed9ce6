// A process that rebuilds the read models of a log in Postgres: rebuilding-process.ts URL STANDS_STILL_MS. It prints
// 'read' once it has read the log, waits until it is told to go on, and prints how that ended.
import { once } from 'node:events'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { lineOf } from '#services/platform/errors.ts'
import { rebuild } from '../rebuild/rebuild.ts'

const [url, standsStillMs] = process.argv.slice(2) as [string, string]
const store = await PostgresLog.open({ url })

async function* readLog() {
  yield* store.readAll(null)
  console.log('read')
  await once(process.stdin, 'data')
}

await rebuild({ store, url, readLog, standsStillMs: Number(standsStillMs) }).then(
  () => console.log('rebuilt'),
  (error: unknown) => console.log(lineOf(error)),
)
await store.close()
process.stdin.destroy()
