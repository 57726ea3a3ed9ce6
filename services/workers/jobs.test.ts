// The queues on the product's own Postgres, and on Redis where there is a server to start.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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
    await vi.waitFor(() => expect([...seen].sort()).toEqual(['easy', 'last', 'stubborn', 'stubborn']), 15_000)
    expect(errors.map(String)).toEqual(['Error: not yet'])
    await Promise.all([here.close(), there.close()])
  })

  test('a job that waits or runs is not added twice, and can be added again once it is done', async () => {
    const jobs = open()
    const seen: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const queue = jobs.queue<{ n: number }>('settle')
    await queue.add('fixture', { n: 1 }, 'twice')
    await queue.add('fixture', { n: 2 }, 'twice')
    await jobs.worker<{ n: number }>('settle', 4, async (_name, { n }) => {
      seen.push(`${n}`)
      await held
    })
    await vi.waitFor(() => expect(seen).toEqual(['1']), 15_000)
    await queue.add('fixture', { n: 3 }, 'twice')
    release()
    await vi.waitFor(
      async () => {
        await queue.add('fixture', { n: 4 }, 'twice')
        expect(seen).toEqual(['1', '4'])
      },
      { timeout: 15_000, interval: 200 },
    )
    await jobs.close()
  })

  test('what is to be done every so often is done, by one of all workers at a time', async () => {
    const [here, there] = [open(), open()]
    let ticks = 0
    const tick = async () => {
      ticks += 1
    }
    for (const jobs of [here, there]) {
      await jobs.queue<object>('ticks').every('tick', 200, {})
      await jobs.worker('ticks', 1, tick)
    }
    const begin = Date.now()
    await vi.waitFor(() => expect(ticks).toBeGreaterThanOrEqual(5), 15_000)
    expect(ticks).toBeLessThanOrEqual((Date.now() - begin) / 200 + 2)
    await Promise.all([here.close(), there.close()])
  })

  test('asking for it again and again does not put it off', async () => {
    const jobs = open()
    let ticks = 0
    const queue = jobs.queue<object>('settle')
    await queue.every('tick', 1_000, {})
    await jobs.worker('settle', 1, async () => {
      ticks += 1
    })
    const keeping = setInterval(() => void queue.every('tick', 1_000, {}), 150)
    const begin = Date.now()
    await vi.waitFor(() => expect(ticks).toBeGreaterThanOrEqual(4), 15_000)
    expect(Date.now() - begin).toBeLessThan(8_000)
    expect(ticks).toBeLessThanOrEqual((Date.now() - begin) / 1_000 + 2)
    clearInterval(keeping)
    await jobs.close()
  })
})
