import { expect, test } from 'vitest'
import { newLog } from '#projections/testing/environment.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { vacuumingCluster, vacuumSlowly } from '#projections/testing/vacuuming.ts'
import { writeLog } from '#projections/testing/write-log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { migrateLog } from './migrate-log.ts'

test('an automatic vacuum of the log does not keep a move from its end', async () => {
  const { url, ownerUrl, owner, gaveWay } = await vacuumingCluster()
  const store = await newLog(url)
  await writeLog(store, randomScenario(31, 700))
  await store.close()
  await vacuumSlowly(owner, 'log.events')

  const { events } = await migrateLog({ url, ownerUrl, openTarget: (first) => MemoryLog.open({ first }) })
  expect(events).toBeGreaterThan(700)
  expect(gaveWay()).toContain('log.events')
})
