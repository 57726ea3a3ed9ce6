// Who leads if the leader's process is frozen, which its operating system hides from the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { connect } from './connect.ts'
import { isLed, leadWheneverPossible } from './leadership.ts'

const LEADING = join(import.meta.dirname, 'testing/leading-process.ts')
const SOON = { timeout: 60_000, interval: 20 }

let database: TestDatabase
let pool: pg.Pool
let process: ChildProcess | null = null
const ending = () => new AbortController()
let end = ending()

beforeEach(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query('create table written (times int, by int); insert into written values (0, 0)')
  await owner.query('grant all on written to public')
  await owner.end()
  end = ending()
})
afterEach(async () => {
  end.abort()
  process?.kill('SIGKILL')
  await pool.end()
  await database.drop()
})

const written = async () =>
  (await pool.query<{ times: number; by: number }>('select times, by from written')).rows[0] as {
    times: number
    by: number
  }

function startLeading(standsStillMs: number): { readonly pid: number; readonly said: () => string } {
  let said = ''
  const started = spawn(globalThis.process.execPath, [LEADING, database.url, 'these', String(standsStillMs)])
  started.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  process = started
  return { pid: started.pid as number, said: () => said }
}

test('another process replaces a frozen leader, which writes nothing any more when it goes on', async () => {
  const frozen = startLeading(1_000)
  await vi.waitFor(() => expect(frozen.said()).toBe('leads\n'), SOON)
  expect(await isLed(pool, 'these')).toBe(true)
  expect(await isLed(pool, 'others')).toBe(false)
  globalThis.process.kill(frozen.pid, 'SIGSTOP')

  const next = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const led = leadWheneverPossible(
    {
      ...{ name: 'these', standbyMs: 50, standsStillMs: 1_000, signal: end.signal, log: () => undefined },
      connect: () => connect(database.url, { name: 'the next one' }),
    },
    async (client) => {
      await client.query('update written set by = 1')
      next.resolve()
      await resumed.promise
      // longer than a frozen leader keeps the lead
      for (const since = performance.now(); performance.now() - since < 3_000; ) await pause(50)
      await client.query('update written set by = 2')
      await new Promise((resolve) => end.signal.addEventListener('abort', resolve, { once: true }))
    },
  )
  await next.promise
  expect((await written()).by).toBe(1)
  globalThis.process.kill(frozen.pid, 'SIGCONT')
  resumed.resolve()
  await vi.waitFor(() => expect(frozen.said()).toMatch(/^leads\nthese: .*; retrying\n$/), SOON)
  // a leader that goes on and says so keeps the lead, even though it writes nothing
  await vi.waitFor(async () => expect((await written()).by).toBe(2), SOON)
  end.abort()
  await led
  await vi.waitFor(() => expect(frozen.said()).toMatch(/retrying\nleads\n$/), SOON)
})

test('nobody leads once the only process is frozen', async () => {
  const frozen = startLeading(500)
  await vi.waitFor(() => expect(frozen.said()).toBe('leads\n'), SOON)
  globalThis.process.kill(frozen.pid, 'SIGSTOP')
  await vi.waitFor(async () => expect(await isLed(pool, 'these')).toBe(false), SOON)
})
