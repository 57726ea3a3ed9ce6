// The worker as a process: how it ends.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { freePort } from '#tests/free-ports.ts'
import { ServiceProcess } from '#tests/service-group.ts'

const SOON = { timeout: 60_000, interval: 50 }

let database: TestDatabase
let provider: Server
let worker: ServiceProcess
let env: Record<string, string>
let calls = 0
beforeAll(async () => {
  database = await createTestDatabase()
  provider = createServer(() => {
    // never answered
    calls += 1
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as { port: number }
  env = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ODDS_API_BASE_URL: `http://127.0.0.1:${port}`,
  }
  worker = new ServiceProcess('worker', 'worker', env)
})
afterAll(async () => {
  await worker.giveUp()
  provider.closeAllConnections()
  provider.close()
  await database.drop()
})

test('a provider that does not answer does not delay its end', async () => {
  await worker.start()
  await expect.poll(() => calls, SOON).toBeGreaterThan(0)
  expect(await worker.end('SIGTERM')).toBe(0)
})

describe('a Redis that it cannot use ends it in one line', () => {
  async function refusalAt(redis: string): Promise<string> {
    const one = new ServiceProcess('worker', 'worker', { ...env, REDIS_URL: redis })
    await expect(one.start()).rejects.toThrow('ended (1)')
    await expect.poll(() => one.output, SOON).toContain('\n')
    return one.output
  }

  test('because nothing listens there', async () => {
    const port = await freePort()
    expect(await refusalAt(`redis://127.0.0.1:${port}`)).toBe(
      `worker: the Redis in REDIS_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    )
  })

  test('because it refuses the password', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair\r\n'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const said = await refusalAt(`redis://:secret-word@127.0.0.1:${port}`)
    expect(said).toMatch(/^worker: the Redis in REDIS_URL cannot be used: .*WRONGPASS.*\n$/)
    expect(said).not.toContain('secret-word')
    server.close()
  })
})
