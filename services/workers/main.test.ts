// The worker as a process: how it ends.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { ServiceProcess } from '#tests/service-group.ts'

const SOON = { timeout: 60_000, interval: 50 }

let database: TestDatabase
let provider: Server
let worker: ServiceProcess
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
  worker = new ServiceProcess('worker', 'worker', {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ODDS_API_BASE_URL: `http://127.0.0.1:${port}`,
  })
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
