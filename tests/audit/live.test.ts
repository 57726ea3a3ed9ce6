// An audit beside a product that writes: every look is at one moment, and every read model at its own checkpoint.
import { expect, test } from 'vitest'
import { startProjector } from '../../projections/runner/projector.ts'
import { LogWriter } from '../../projections/testing/write-log.ts'
import { verify } from '../../services/auditor/verify.ts'
import { PostgresLog } from '../../services/event-store/postgres/log.ts'
import { createTestDatabase } from '../database.ts'
import { chaptersWrittenNow, OF_THE_STORY } from './stories.ts'

test('finds nothing while events are appended and folded', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  const projector = startProjector({ store, url: database.url })
  const writer = new LogWriter(store)
  let writing = true
  const written = (async () => {
    for (const chapter of chaptersWrittenNow(7, 3_000)) {
      if (!writing) return
      await writer.write(chapter)
    }
  })()
  const numbers = new Set<number>()
  for (let look = 0; look < 12; look++) {
    const report = await verify({ url: database.url })
    // the projector makes its checkpoints a moment after the start
    const gaps = report.gaps.filter(({ what }) => !what.includes('has no checkpoint'))
    expect([report.findings.filter(({ code }) => !OF_THE_STORY.has(code)), gaps]).toEqual([[], []])
    for (const { number } of report.readModels) numbers.add(number)
  }
  writing = false
  await written
  await projector.stop()
  await store.close()
  await database.drop()
  // it did look at different moments
  expect(numbers.size).toBeGreaterThan(5)
})
