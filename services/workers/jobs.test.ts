// The queues on the product's own Postgres, and on Redis if a server can be started.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { raised, scrape } from '#tests/alerts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { startRedis, type TestRedis } from '#tests/redis.ts'
import { findRedis } from '#tests/system-packages.ts'
import { type Jobs, openJobs } from './jobs.ts'

let database: TestDatabase
let redis: TestRedis | null = null

beforeAll(async () => {
  database = await createTestDatabase()
  if (findRedis() !== null) redis = await startRedis()
})
afterAll(async () => {
  await redis?.stop()
  await database.drop()
})

/** Counts the runs of each job, so that one job can be compared with another that has the same period. */
const count =
  <Name extends string>(runs: Record<Name, number>) =>
  async (name: string) => {
    runs[name as Name] += 1
  }

const backends = findRedis() === null ? ['Postgres'] : ['Postgres', 'Redis']

describe.each(backends)('jobs on %s', (backend) => {
  const errors: unknown[] = []
  const open = (): Jobs =>
    openJobs({
      databaseUrl: database.url,
      redisUrl: backend === 'Redis' ? redis?.url : undefined,
      log: (error) => errors.push(error),
    })

  test('a job reaches one of two workers, again after a failure', async () => {
    const [here, there] = [open(), open()]
    const seen: string[] = []
    const work = async (_name: string, { fixture }: { fixture: string }) => {
      seen.push(fixture)
      if (seen.filter((one) => one === 'stubborn').length === 1 && fixture === 'stubborn') throw new Error('not yet')
    }
    await here.worker('settle', 2, work)
    await there.worker('settle', 2, work)
    const queue = here.queue<{ fixture: string }>('settle')
    for (const fixture of ['easy', 'stubborn', 'last']) await queue.add('fixture', { fixture }, fixture)
    await vi.waitFor(() => expect([...seen].sort()).toEqual(['easy', 'last', 'stubborn', 'stubborn']), 60_000)
    expect(errors.map(String)).toEqual(['Error: not yet'])
    await Promise.all([here.close(), there.close()])
  })

  test('a job that waits is not added twice, and one that is running is run once more afterwards', async () => {
    const jobs = open()
    const seen: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const queue = jobs.queue<{ n: number }>('settle')
    await queue.add('fixture', { n: 1 }, 'twice')
    await queue.add('fixture', { n: 2 }, 'twice')
    let running = 0
    await jobs.worker<{ n: number }>('settle', 4, async (_name, { n }) => {
      running += 1
      seen.push(`${n} of ${running}`)
      await held
      running -= 1
    })
    await vi.waitFor(() => expect(seen).toEqual(['1 of 1']), 60_000)
    await queue.add('fixture', { n: 3 }, 'twice')
    await queue.add('fixture', { n: 4 }, 'twice')
    release()
    await vi.waitFor(() => expect(seen).toEqual(['1 of 1', '4 of 1']), 60_000)
    await queue.add('fixture', { n: 5 }, 'twice')
    await vi.waitFor(() => expect(seen).toEqual(['1 of 1', '4 of 1', '5 of 1']), 60_000)
    await jobs.close()
  })

  test('periodic work is done, by one of all workers at a time', async () => {
    const [here, there] = [open(), open()]
    const runs = { shared: 0, alone: 0 }
    await here.queue<object>('ticks').every('alone', 200, {})
    for (const jobs of [here, there]) await jobs.queue<object>('ticks').every('shared', 200, {})
    for (const jobs of [here, there]) await jobs.worker('ticks', 1, count(runs))
    await vi.waitFor(() => expect(runs.alone).toBeGreaterThanOrEqual(8), 60_000)
    expect(Math.abs(runs.shared - runs.alone)).toBeLessThanOrEqual(2)
    await Promise.all([here.close(), there.close()])
  })

  test('requesting it again and again does not postpone it', async () => {
    const jobs = open()
    const runs = { often: 0, once: 0 }
    const queue = jobs.queue<object>('settle')
    await queue.every('once', 500, {})
    await queue.every('often', 500, {})
    await jobs.worker('settle', 1, count(runs))
    const keeping = setInterval(() => void queue.every('often', 500, {}), 100)
    try {
      await vi.waitFor(() => expect(runs.once).toBeGreaterThanOrEqual(6), 60_000)
    } finally {
      clearInterval(keeping)
    }
    expect(Math.abs(runs.often - runs.once)).toBeLessThanOrEqual(2)
    await jobs.close()
  })

  test('alerts say that nobody works on a queue, and that a job fails again and again', async () => {
    const jobs = open()
    const queue = jobs.queue<{ n: number }>('settle')
    for (let n = 0; n < 6; n++) await queue.add('fixture', { n }, `broken-${n}`)
    const before = await scrape()
    expect(raised('JobsWait', before)).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    const later = await scrape().finally(() => vi.useRealTimers())
    expect(raised('JobsWait', later)).toEqual([{ queue: 'settle' }])
    await jobs.worker('settle', 6, async (name) => {
      if (name === 'fixture') throw new Error('broken')
    })
    const failing = async () => raised('JobsFail', before, await scrape())
    await vi.waitFor(async () => expect(await failing()).toEqual([{ queue: 'settle', job: 'fixture' }]), 60_000)
    expect(raised('JobsWait', await scrape())).toEqual([])
    await jobs.close()
  })
})
