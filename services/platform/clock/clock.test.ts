import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { openPool } from '../database/pool.ts'
import { openClock, readBusinessTime, startClock, stopClock } from './clock.ts'

const T0 = Date.parse('2026-11-20T12:00:00.000Z')
const seconds = (count: number) => count * 1_000

const database = databaseForTests()
const pool = openPool(database.url)
let system = T0
const systemNow = () => new Date(system)

afterEach(async () => {
  vi.useRealTimers()
  system = T0
  await pool.query('delete from app.clock')
})
afterAll(() => pool.end())

/** Opens the clock as a process would; `lastBeat` lets one heartbeat pass, then closes it. */
async function processClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clock = await openClock(pool, systemNow)
  const lastBeat = async () => {
    vi.advanceTimersByTime(1_000)
    await clock.close()
  }
  return { clock, now: () => clock.businessNow().getTime(), lastBeat }
}

describe('with speed 1', () => {
  test('business time is system time', async () => {
    await startClock(pool, 1, systemNow)
    const { clock, now } = await processClock()
    expect(now()).toBe(T0)
    system += 1_234
    expect(now()).toBe(T0 + 1_234)
    expect(clock.speed).toBe(1)
    await clock.close()
  })

  test('a run after a stop is at system time again', async () => {
    await startClock(pool, 1, systemNow)
    await stopClock(pool, systemNow)
    system += seconds(3_600)
    await startClock(pool, 1, systemNow)
    const { clock, now } = await processClock()
    expect(now()).toBe(T0 + seconds(3_600))
    await clock.close()
  })

  test('continues from where a faster run had come', async () => {
    await startClock(pool, 60, systemNow)
    const fast = await processClock()
    system += seconds(4)
    expect(fast.now()).toBe(T0 + seconds(240))
    await fast.clock.close()
    await stopClock(pool, systemNow)
    await startClock(pool, 1, systemNow)
    const { clock, now } = await processClock()
    expect(now()).toBe(T0 + seconds(240))
    system += seconds(2)
    expect(now()).toBe(T0 + seconds(242))
    await clock.close()
  })
})

test('a single read of the time writes nothing, and reads the same time', async () => {
  const rows = async () => (await pool.query('select * from app.clock')).rows
  expect([await readBusinessTime(pool, systemNow), await rows()]).toEqual([new Date(T0), []])
  await startClock(pool, 60, systemNow)
  const { clock, now } = await processClock()
  const before = await rows()
  for (const later of [2, 3_600]) {
    system = T0 + seconds(later)
    expect((await readBusinessTime(pool, systemNow)).getTime()).toBe(now())
  }
  expect(await rows()).toEqual(before)
  await clock.close()
})

describe('with speed 60', () => {
  test('every process reads the same time', async () => {
    await startClock(pool, 60, systemNow)
    const one = await processClock()
    system += seconds(2)
    const other = await processClock()
    expect(one.now()).toBe(T0 + seconds(120))
    expect(other.now()).toBe(one.now())
    await one.clock.close()
    await other.clock.close()
  })

  test('time stands still while the product is stopped', async () => {
    await startClock(pool, 60, systemNow)
    system += seconds(2)
    const { clock, now } = await processClock()
    const stopped = now()
    await clock.close()
    await stopClock(pool, systemNow)
    system += seconds(86_400)
    await startClock(pool, 60, systemNow)
    const next = await processClock()
    expect(next.now()).toBe(stopped)
    await next.clock.close()
  })

  test('a product that was killed continues a little later, never earlier', async () => {
    await startClock(pool, 60, systemNow)
    const killed = await processClock()
    system += seconds(4)
    const last = killed.now()
    await startClock(pool, 60, systemNow)
    const next = await processClock()
    expect(next.now()).toBeGreaterThanOrEqual(last)
    expect(next.now()).toBeLessThanOrEqual(last + seconds(5 * 60))
    // what is left of the killed one stays behind the new one
    system += seconds(100)
    expect(killed.now()).toBeLessThanOrEqual(T0 + seconds(5 * 60))
    await killed.clock.close()
    await next.clock.close()
  })

  test('a process without its database waits at the bound, and continues from there', async () => {
    await startClock(pool, 60, systemNow)
    const { now, lastBeat } = await processClock()
    system += seconds(30)
    expect(now()).toBe(T0 + seconds(5 * 60))
    await lastBeat()
    expect(now()).toBe(T0 + seconds(30 * 60))
  })
})

test('a system clock that is set back does not set business time back', async () => {
  await startClock(pool, 1, systemNow)
  const { clock, now } = await processClock()
  system += seconds(3)
  const before = now()
  system -= seconds(2)
  expect(now()).toBe(before)
  await clock.close()
})

test('a process in which nobody started the clock has one of speed 1', async () => {
  const { clock, now } = await processClock()
  expect(clock.speed).toBe(1)
  expect(now()).toBe(T0)
  await clock.close()
})
