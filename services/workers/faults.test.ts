// What happens to the work when the queues' server is emptied, killed or unreachable: a job is only a hint, so nothing
// is lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { type Cluster, startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { DATABASE, ensureDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { startRedis, type TestRedis } from '#tests/redis.ts'
import { findRedis } from '#tests/system-packages.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { type Schedule, startSchedule, type Work } from './schedule.ts'
import { idleWork } from './testing/idle-work.ts'

const PERIODS = { poll: 100, 'sweep-bets': 500, reschedule: 400 }
const SOON = { timeout: 60_000, interval: 20 }
const FIXTURES = Array.from({ length: 60 }, (_, number) => `fixture-${number}`)

/** Decided fixtures with open bets, and workers that settle them, taking a moment each. */
function season() {
  const open = new Set<string>()
  const said: unknown[] = []
  let polls = 0
  const work: Work = {
    ...idleWork,
    poll: async () => {
      polls += 1
    },
    async settleFixture(fixture) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      open.delete(fixture)
    },
    decidedFixtures: async (of) =>
      (of ?? [...open]).filter((fixture) => open.has(fixture)).map((fixture) => ({ fixture, bets: 1 })),
  }
  return { open, said, work, polls: () => polls, log: (problem: unknown) => said.push(problem) }
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function startWorkers(connection: { databaseUrl: string; redisUrl?: string }) {
  const played = season()
  const schedules: Schedule[] = []
  for (const _worker of [1, 2]) {
    const jobs: Jobs = openJobs({ ...connection, log: played.log })
    closing.push(() => jobs.close())
    const schedule = await startSchedule(jobs, played.work, played.log, PERIODS)
    closing.push(async () => schedule.close())
    schedules.push(schedule)
  }
  const decide = () => {
    for (const fixture of FIXTURES) played.open.add(fixture)
    for (const schedule of schedules) schedule.changed(FIXTURES)
  }
  const goesOn = async () => {
    await vi.waitFor(() => expect(played.open.size).toBe(0), SOON)
    const before = played.polls()
    await vi.waitFor(() => expect(played.polls()).toBeGreaterThan(before + 3), SOON)
  }
  return { ...played, decide, goesOn }
}

describe.runIf(findRedis() !== null)('on Redis', () => {
  async function onRedis(options?: Parameters<typeof startRedis>[0]) {
    const redis: TestRedis = await startRedis(options)
    closing.push(() => redis.stop())
    return { redis, ...(await startWorkers({ databaseUrl: '', redisUrl: redis.url })) }
  }

  test('emptied in the middle of settling, no settlement is lost and the schedulers are restored', async () => {
    const { redis, open, decide, goesOn } = await onRedis()
    const client = new Redis(redis.url)
    closing.push(async () => client.disconnect())
    decide()
    await vi.waitFor(() => expect(open.size).toBeLessThan(FIXTURES.length - 5), SOON)
    expect(open.size).toBeGreaterThan(0)
    await client.flushall()
    await goesOn()
    await expect.poll(() => client.zcard('bull:ticks:repeat')).toBe(5)
  })

  test.each([
    ['what it had', true],
    ['nothing', false],
  ])('killed and started again with %s, everything goes on by itself', async (_what, keep) => {
    const { redis, open, decide, goesOn } = await onRedis({ keep })
    decide()
    await vi.waitFor(() => expect(open.size).toBeLessThan(FIXTURES.length - 5), SOON)
    await redis.kill()
    await redis.start()
    await goesOn()
  })

  test('gone for good, a worker can still end', async () => {
    const { redis } = await onRedis()
    await redis.kill()
    for (const close of closing.splice(1).toReversed()) await close()
  })
})

describe('on Postgres', () => {
  async function onPostgres() {
    const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-jobs-'))
    const start = () => startCluster({ dataDir })
    let cluster: Cluster = await start()
    closing.push(async () => {
      await cluster.stop(1_000)
      rmSync(dataDir, { recursive: true, force: true })
    })
    await ensureDatabase(cluster)
    const databaseUrl = cluster.serviceUrl(DATABASE)
    await migrate({ ownerUrl: cluster.ownerUrl(DATABASE), serviceUrl: databaseUrl })
    return {
      ...(await startWorkers({ databaseUrl })),
      port: Number(new URL(databaseUrl).port),
      async kill() {
        process.kill(cluster.pid, 'SIGKILL')
        await vi.waitFor(() => expect(cluster.isAlive()).toBe(false), SOON)
      },
      async startAgain() {
        cluster = await start()
        expect(cluster.serviceUrl(DATABASE)).toBe(databaseUrl)
      },
    }
  }

  test('killed and started again, everything continues by itself', async () => {
    const { open, decide, goesOn, kill, startAgain } = await onPostgres()
    decide()
    await vi.waitFor(() => expect(open.size).toBeLessThan(FIXTURES.length - 5), SOON)
    await kill()
    await startAgain()
    await goesOn()
  })

  test('that takes long to start, it is asked now and then, and everything continues afterwards', async () => {
    const { decide, goesOn, kill, startAgain, port } = await onPostgres()
    await kill()
    const starting = await refuseConnections(port)
    const begun = performance.now()
    decide()
    await vi.waitFor(() => expect(starting.refused()).toBeGreaterThan(40), SOON)
    // without a pause between attempts, all refusals would have come within some 20 ms
    expect(performance.now() - begun).toBeGreaterThan(500)
    await starting.close()
    await startAgain()
    await goesOn()
  })
})

/** Answers as Postgres does while it recovers; a real one cannot be told how long to take. */
async function refuseConnections(port: number): Promise<{ refused(): number; close(): Promise<unknown> }> {
  let refused = 0
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '', '']
  const body = Buffer.from(fields.join('\0'))
  const head = Buffer.from([...Buffer.from('E'), 0, 0, 0, body.length + 4])
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      refused += 1
      socket.end(Buffer.concat([head, body]))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { refused: () => refused, close: () => new Promise((resolve) => server.close(resolve)) }
}
