// When the next batch begins, and how trailing read models are written in parallel with the leading ones.
import { expect, test } from 'vitest'
import { MANY_EVENTS } from '#services/platform/process/recent-count.ts'
import { type ProjectionName, TRAILING } from '../../projection.ts'
import { projections } from '../../registry.ts'
import { keep, newClient, newDatabase, newLog, progress, until, untilFolded } from '../../testing/environment.ts'
import { pagedStore } from '../../testing/paged-store.ts'
import { modelsOfRebuild } from '../../testing/rebuilt.ts'
import { randomScenario } from '../../testing/scenario.ts'
import { readModels, writeLog } from '../../testing/write-log.ts'
import { createCheckpoints } from '../checkpoint.ts'
import { connectToFold, SERVED, TRAILS } from '../fold-connection.ts'
import type { HeldLimits } from './lane.ts'
import { apartMs, Lanes } from './lanes.ts'
import { lanesToRun } from './lanes-to-run.ts'

test('a small batch is followed by a pause as long as it took, ten milliseconds at most; after a larger one the next has time to grow', () => {
  expect([0, 3, 10, 50].map((tookMs) => apartMs(1, tookMs))).toEqual([0, 6, 20, 60])
  expect([3, 50].map((tookMs) => apartMs(20, tookMs))).toEqual([60, 60])
  expect([3, 50].map((tookMs) => apartMs(60, tookMs))).toEqual([120, 120])
})

/** From the first page on, trailing read models are written separately. */
const PAGE = MANY_EVENTS

/** Lanes over a log in pages, while a reader keeps the audit trail from being written until `release`. */
async function whereTheTrailCannotBeWritten(held: HeldLimits) {
  const { url } = await newDatabase()
  const log = await newLog(url)
  const last = await writeLog(log, randomScenario(7, 200))
  const store = pagedStore(log, () => PAGE)
  const client = keep(await connectToFold(url, SERVED, { batches: true }), (one) => one.end())
  // opened beforehand: while it is opened on a busy machine more is held, and all of that is given at once
  const trailing = keep(await connectToFold(url, SERVED, { name: TRAILS, batches: true }), (one) => one.end())
  await createCheckpoints(client, projections, store.logId)
  const reader = await newClient(url)
  await reader.query('begin')
  await reader.query('lock table app.audit in exclusive mode')
  const lanes = new Lanes({
    ...{
      client,
      connectToTrail: async () => trailing,
      store,
      held,
      lanes: await lanesToRun(client, store, projections),
    },
    onFailure: ({ reason }) => {
      throw new Error(reason)
    },
  })
  keep(lanes, (one) => one.stop())
  lanes.start()
  const watching = await newClient(url)
  const reached = async (trailing: boolean) => {
    const all = Object.entries(await progress(watching))
    const numbers = all
      .filter(([name]) => TRAILING.has(name as ProjectionName) === trailing)
      .map(([, one]) => one.number)
    expect(new Set(numbers).size).toBe(1)
    return numbers[0]!
  }
  return { url, log, last, lanes, watching, reached, release: () => reader.query('commit') }
}

test('leading read models do not wait for trailing ones', async () => {
  const { url, log, last, reached, release } = await whereTheTrailCannotBeWritten({ events: 30, ms: 250, far: 4_000 })
  await until(async () => expect(await reached(false)).toBe(last))
  expect(await reached(true)).toBeLessThan(last - 30)
  await release()
  await untilFolded(url, last)
  expect(await readModels(url)).toEqual(await modelsOfRebuild(log))
})

test('leading read models wait if too much is held for trailing ones', async () => {
  const { url, last, watching, reached, release } = await whereTheTrailCannotBeWritten({ events: 30, ms: 250, far: 50 })
  const waits = `select from pg_stat_activity where datname = current_database() and application_name = '${TRAILS}' and wait_event_type = 'Lock'`
  await until(async () => {
    expect((await watching.query(waits)).rowCount).toBe(1)
    // what they are being given, what is held, and the page that was too much
    expect((await reached(false)) - (await reached(true))).toBeGreaterThanOrEqual(30 + 50)
  })
  expect((await reached(false)) - (await reached(true))).toBeLessThan(30 + 50 + 2 * PAGE)
  expect(await reached(false)).toBeLessThan(last)
  await release()
  await untilFolded(url, last)
})

test('the lanes end if the connection of the trailing read models is lost', async () => {
  const { lanes, watching } = await whereTheTrailCannotBeWritten({ events: 30, ms: 250, far: 4_000 })
  const ended = expect(lanes.done).rejects.toThrow()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and application_name = '${TRAILS}' and wait_event_type = 'Lock'`
  await until(async () => expect((await watching.query(cut)).rowCount).toBe(1))
  await ended
})
