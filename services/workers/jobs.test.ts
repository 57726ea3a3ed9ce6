// The queues on the product's own Postgres, and on Redis where there is a server to start.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/database.ts'
import { findRedis } from '../../tests/system-packages.ts'
import { type Jobs, openJobs } from './jobs.ts'

let database: TestDatabase
let redis: { url: string; process: ChildProcess } | null = null

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

async function startRedis(program: string) {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'fairbook-redis-'))
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (said: Buffer) => {
      if (said.toString().includes('Ready to accept connections')) resolve()
    }),
  )
  return { url: `redis://127.0.0.1:${port}`, process: child }
}

beforeAll(async () => {
  database = await createTestDatabase()
  const program = findRedis()
  if (program !== null) redis = await startRedis(program)
})
afterAll(async () => {
  redis?.process.kill()
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
})
