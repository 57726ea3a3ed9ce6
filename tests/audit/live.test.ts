// An audit beside a product that writes: each look is at one moment, with every read model at its own checkpoint.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startProjector } from '#projections/runner/projector.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import { verify } from '#services/auditor/verify.ts'
import { EventStoreDbLog } from '#services/event-store/eventstoredb/log.ts'
import { SERVER_URL, WHY_SKIPPED } from '#services/event-store/eventstoredb/testing/server.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { createTestDatabase } from '../database.ts'
import { isOfTheProduct, stepsWrittenNow } from './scenarios.ts'

const LOOKS = 12
/** In case the projector is slow to start. */
const MOST_LOOKS = 60
const MOMENTS = 6
const WRITTEN_MEANWHILE = 250

const PREFIX = `v${randomBytes(6).toString('hex')}`
const STORES: readonly (readonly [string, boolean, (url: string) => Promise<EventStore>])[] = [
  ['in Postgres', true, (url) => PostgresLog.open({ url })],
  ['on the difficult twin', true, () => MemoryLog.open()],
  [
    `on a real server${WHY_SKIPPED}`,
    SERVER_URL !== null,
    () => EventStoreDbLog.open({ url: SERVER_URL!, prefix: PREFIX }),
  ],
]

describe.each(STORES)('a log %s', (_, isThere, open) => {
  test.skipIf(!isThere)('has no findings while events are appended and folded', async () => {
    const database = await createTestDatabase()
    const store = await open(database.url)
    const where = { url: database.url, ...(store instanceof PostgresLog ? {} : { store }) }
    const projector = startProjector({ store, url: database.url })
    const writer = new LogWriter(store)
    const steps = stepsWrittenNow(7, MOST_LOOKS * WRITTEN_MEANWHILE)
    const writeOn = async () => {
      for (let count = 0; count < WRITTEN_MEANWHILE; count++) await writer.write(steps.next().value!)
    }
    const numbers = new Set<number>()
    const begun = Date.now()
    for (let look = 0; look < LOOKS || (numbers.size < MOMENTS && look < MOST_LOOKS); look++) {
      const [report] = await Promise.all([verify(where), writeOn()])
      // the projector makes its checkpoints shortly after the start
      const gaps = report.gaps.filter(({ what }) => !what.includes('has no checkpoint'))
      expect([report.findings.filter(({ code }) => isOfTheProduct(code, begun, Date.now())), gaps]).toEqual([[], []])
      for (const { number } of report.readModels) numbers.add(number)
    }
    await projector.stop()
    await store.close()
    await database.drop()
    // the looks were at different moments
    expect(numbers.size).toBeGreaterThanOrEqual(MOMENTS)
  })
})
