// Several processes of one product: who starts the clock, who stops it, and who changes nothing.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { openPool } from '../database/pool.ts'
import type { Clock } from './clock.ts'
import { joinClock } from './product-clock.ts'

const database = databaseForTests()
const pool = openPool(database.url)
const owner = openPool(database.ownerUrl)
beforeEach(async () => {
  await pool.query('delete from app.clock')
})
afterAll(() => Promise.all([pool.end(), owner.end()]))

const join = (speed: number) => joinClock({ url: database.url, pool, speed })

/** Checks that the clocks never go backwards if they are read in turn, with the first one again at the end. */
function expectOneTime(...clocks: Clock[]): void {
  const times = [...clocks, clocks[0]!].map((clock) => clock.businessNow().getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
}
const anchor = async () => (await pool.query('select anchor_system, anchor_business, speed from app.clock')).rows[0]

test('the first process sets the speed, others join', async () => {
  const first = await join(60)
  const before = await anchor()
  const second = await join(1)
  expect(second.speed).toBe(60)
  expect(await anchor()).toEqual(before)
  expectOneTime(first, second)
  await first.close()
  // not even when the process that started it is gone
  const third = await join(1)
  expect(await anchor()).toEqual(before)
  await second.close()
  await third.close()
})

test('processes that start together have one clock', async () => {
  const clocks = await Promise.all([join(60), join(60), join(60), join(60)])
  expect(clocks.map((clock) => clock.speed)).toEqual([60, 60, 60, 60])
  expectOneTime(...clocks)
  await Promise.all(clocks.map((clock) => clock.close()))
})

test('the last process stops it: the next one continues from that time, at its own speed', async () => {
  const [one, other] = [await join(60), await join(60)]
  await one.close()
  const last = other.businessNow().getTime()
  await other.close()
  const afterwards = other.businessNow().getTime()
  const next = await join(3_600)
  expect(next.speed).toBe(3_600)
  const { anchor_business } = (await anchor()) as { anchor_business: Date }
  expect(anchor_business.getTime()).toBeGreaterThanOrEqual(last)
  expect(anchor_business.getTime()).toBeLessThanOrEqual(afterwards)
  await next.close()
})

test('a lost connection does not stop the clock of a running product', async () => {
  const running = await join(60)
  const before = await anchor()
  const cut = await owner.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'fairbook clock' and datname = current_database()`,
  )
  expect(cut.rowCount).toBe(1)
  await vi.waitFor(
    async () => {
      // the process that is ending holds its lock until it has ended
      const { rowCount } = await owner.query(
        `select 1 from pg_locks join pg_database d on d.oid = database
         where locktype = 'advisory' and mode = 'ShareLock' and granted and datname = current_database() and pid <> $1`,
        [cut.rows[0]!.pid],
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 60_000, interval: 50 },
  )
  const second = await join(1)
  expect(await anchor()).toEqual(before)
  await running.close()
  await second.close()
})
