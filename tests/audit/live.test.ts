// An audit beside a product that writes: every look is at one moment, and every read model at its own checkpoint.
import { expect, test } from 'vitest'
import { startProjector } from '#projections/runner/projector.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import { verify } from '#services/auditor/verify.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { createTestDatabase } from '../database.ts'
import { OF_THE_SCENARIO, stepsWrittenNow } from './scenarios.ts'

const LOOKS = 12
const WRITTEN_MEANWHILE = 250

const STORES: readonly (readonly [string, (url: string) => Promise<EventStore>])[] = [
  ['in Postgres', (url) => PostgresLog.open({ url })],
  ['elsewhere', () => MemoryLog.open()],
]

test.each(STORES)(
  'finds nothing while events are appended and folded, log %s',
  { timeout: 120_000 },
  async (_, open) => {
    const database = await createTestDatabase()
    const store = await open(database.url)
    const where = { url: database.url, ...(store instanceof MemoryLog && { store }) }
    const projector = startProjector({ store, url: database.url })
    const writer = new LogWriter(store)
    const steps = stepsWrittenNow(7, LOOKS * WRITTEN_MEANWHILE)
    const writeOn = async () => {
      for (let count = 0; count < WRITTEN_MEANWHILE; count++) await writer.write(steps.next().value!)
    }
    const numbers = new Set<number>()
    for (let look = 0; look < LOOKS; look++) {
      const [report] = await Promise.all([verify(where), writeOn()])
      // the projector makes its checkpoints a moment after the start
      const gaps = report.gaps.filter(({ what }) => !what.includes('has no checkpoint'))
      expect([report.findings.filter(({ code }) => !OF_THE_SCENARIO.has(code)), gaps]).toEqual([[], []])
      for (const { number } of report.readModels) numbers.add(number)
    }
    await projector.stop()
    await store.close()
    await database.drop()
    // it did look at different moments
    expect(numbers.size).toBeGreaterThan(5)
  },
)
