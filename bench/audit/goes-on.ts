// An audit that continues from the last one over a tenth more events, compared with a complete audit.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, startTestNotary } from '#services/notary/testing/notary.ts'
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import type { Cluster } from '#services/platform/embedded-postgres/cluster.ts'
import { fillToGrow } from '../book/fill.ts'
import type { BookSize } from '../book/size.ts'
import { type Run, runVerify } from './measure.ts'

/** Per thousand events, and for the notary to start. */
const SIGNED_MS = 200
const STARTED_MS = 30_000

/** `events`: in the log before, and after it has grown. `keptMb`: size of what the first audit kept for the second. */
export type WentOn = {
  readonly events: { readonly before: number; readonly after: number }
  readonly whole: Run
  readonly goesOn: Run
  readonly keptMb: number
}

/** In a database of its own, which is removed afterwards. */
export async function measureGoingOn(
  cluster: Cluster,
  size: BookSize,
  seed: number,
  print: (line: string) => void,
): Promise<WentOn> {
  const name = `growing_book_${process.pid}`
  const database = { url: cluster.serviceUrl(name), ownerUrl: cluster.ownerUrl(name) }
  const admin = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook bench' })
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-goes-on-'))
  try {
    await admin.query(`create database ${name}`)
    await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url })
    const book = await fillToGrow({ ...database, size, seed, print })
    const key = newKey()
    const before = await sign(database.url, key)
    const whole = await runVerify(database.url, ['--state', folder])
    const keptMb = statSync(join(folder, 'audit.sqlite')).size / 2 ** 20
    await book.grow({ bets: Math.round(size.bets / 10), events: Math.round(size.events / 10) })
    const after = await sign(database.url, key)
    const goesOn = await runVerify(database.url, ['--state', folder])
    return { events: { before, after }, whole, goesOn, keptMb }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true })
  }
}

/** Signs all events, and returns how many there are. */
async function sign(url: string, key: string): Promise<number> {
  const store = await PostgresLog.open({ url })
  const notary = startTestNotary(store, url, { LOG_SIGNING_KEY: key })
  const client = await connect(url, { name: 'fairbook bench' })
  try {
    const count =
      'select max(position)::int as events, (select max(size)::int from app.log_checkpoint) as signed from log.events'
    let deadline: number | null = null
    for (;;) {
      const { rows } = await client.query<{ events: number; signed: number | null }>(count)
      const { events, signed } = rows[0]!
      if (signed === events) return events
      deadline ??= performance.now() + STARTED_MS + (events / 1_000) * SIGNED_MS
      if (performance.now() > deadline) throw new Error(`the notary has signed ${signed} of ${events} events`)
      await pause(100)
    }
  } finally {
    await client.end()
    await notary.stop()
    await store.close()
  }
}
