// If the store holds another log than the known one, processes end with one line, and do not start.
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeEvent } from '#services/event-store/encoding.ts'
import { LogIdentityMismatch, StoreUnavailable } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { connectForTest, createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { freePort } from '#tests/free-ports.ts'
import { call, NODE, signIn } from '#tests/product.ts'
import { ServiceProcess } from '#tests/service-group.ts'
import { watchLog } from './log-identity.ts'
import { startProjector } from './runner/projector.ts'

const SOON = { timeout: 60_000, interval: 50 }
const RUNBOOK = 'what to do: docs/runbooks/another-log.md'

let database: TestDatabase
let provider: Server
let api: ServiceProcess
let worker: ServiceProcess
let origin: string

beforeAll(async () => {
  database = await createTestDatabase()
  provider = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: database.url,
    ODDS_API_BASE_URL: `http://127.0.0.1:${(provider.address() as { port: number }).port}`,
    SUPER_ADMIN_PASSWORD: 'for-tests-only',
    EVENTSTORE_URL: '',
    REDIS_URL: '',
  }
  api = new ServiceProcess('api', 'api', { ...env, PORT: String(port) })
  worker = new ServiceProcess('worker', 'worker', env)
})
afterAll(async () => {
  await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')])
  provider.close()
  await database.drop()
})

/** As a restored backup of another product would: same address, other events. Every connection breaks. */
async function replaceLog(): Promise<void> {
  const owner = await connectForTest(database.ownerUrl)
  await owner.query('truncate log.events')
  const log = await PostgresLog.open({ url: database.url })
  await log.close()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await owner.end()
}

test('a running api ends with one line, and neither api nor worker starts on the other log', async () => {
  await api.start()
  expect(await signIn(origin, 'superadmin', 'for-tests-only')).toBeTruthy()
  const store = await PostgresLog.open({ url: database.url })
  const projector = startProjector({ store, url: database.url })
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), SOON)
  await projector.stop()
  await store.close()

  await replaceLog()
  await vi.waitFor(async () => {
    const user = { action: 'signup', username: 'somebody', password: 'a password', adult: true }
    await call(origin, '/api/auth/auth', { body: user }).catch(() => undefined)
    expect(api.isAlive).toBe(false)
  }, SOON)
  expect(await api.end('SIGKILL')).toBe(1)
  const lines = api.output.split('\n').filter((line) => line.includes('another log'))
  expect(lines).toEqual([`api: the database holds another log than at the start; ${RUNBOOK}`])

  for (const member of [api, worker]) {
    await expect(member.start()).rejects.toThrow('ended (1)')
    expect(member.output).toMatch(
      new RegExp(`^${member.name}: the read models were folded from log \\w+, but .* holds log \\w+; ${RUNBOOK}\n$`),
    )
  }
})

test('as the runbook says, the read models can be rebuilt from the log that is there', async () => {
  const client = await connectForTest(database.url)
  await client.query('delete from app.projection_checkpoint')
  await client.end()
  const env = { ...process.env, DATABASE_URL: database.url, EVENTSTORE_URL: '' }
  await promisify(execFile)(NODE, ['services/projector/rebuild-main.ts'], { env })
  await Promise.all([api.start(), worker.start()])
  expect(await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')])).toEqual([0, 0])
})

test('no process starts a log if the database knows one', async () => {
  const known = await createTestDatabase()
  const owner = await connectForTest(known.ownerUrl)
  await owner.query(`insert into app.projection_checkpoint (projection, log_id, definition) values ('bets', 'a', '')`)
  const env = {
    DATABASE_URL: known.url,
    EVENTSTORE_URL: '',
    REDIS_URL: '',
    PORT: '0',
    SUPER_ADMIN_PASSWORD: 'for-tests-only',
  }
  for (const kind of ['api', 'projector', 'notary', 'worker'] as const) {
    const member = new ServiceProcess(kind, kind, env)
    await expect(member.start()).rejects.toThrow('ended (1)')
    expect(member.output).toMatch(new RegExp(`^${kind}: there is no log here: .*, and none was begun; ${RUNBOOK}\n$`))
  }
  expect((await owner.query('select from log.events')).rowCount).toBe(0)
  await owner.end()
  await known.drop()
})

test('every call of a watched store reports another log, even if that is only the cause of its error', async () => {
  const other = new LogIdentityMismatch('another')
  const cause = new StoreUnavailable('away', { cause: other })
  const broken = {
    logId: 'a'.repeat(32),
    append: () => Promise.reject(cause),
    readStream: () => each(cause),
    readHead: () => Promise.reject(other),
    readAll: () => each(other),
    lastPosition: () => Promise.reject(new StoreUnavailable('only away')),
    subscribe: async (_after: unknown, _handle: unknown, failed: (error: unknown) => void) => {
      failed(other)
      return { close: async () => undefined }
    },
    comparePositions: () => 0,
    close: async () => undefined,
  }
  const found: Error[] = []
  const store = watchLog(broken, (error) => found.push(error))
  const event = encodeEvent({ log: '', stream: 's', version: 0, type: 'T', schema: 1, data: {}, meta: {}, prev: null })
  const request = { stream: 's', expected: { version: -1, hash: null }, events: [event] }
  const all = async (items: AsyncIterable<unknown>) => {
    for await (const _item of items);
  }
  await expect(store.append(request)).rejects.toBe(cause)
  await expect(all(store.readStream('s'))).rejects.toBe(cause)
  await expect(store.readHead('s')).rejects.toBe(other)
  await expect(all(store.readAll(null))).rejects.toBe(other)
  await expect(store.lastPosition()).rejects.toThrow('only away')
  await store.subscribe(
    null,
    async () => undefined,
    () => undefined,
  )
  expect(found).toEqual([other, other, other, other, other])
})

// biome-ignore lint/correctness/useYield: it fails before the first
async function* each(error: Error): AsyncGenerator<never> {
  throw error
}
