import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createSessionLocks, LockHeld, type SessionLocks } from './session-locks.ts'

const SOON = { timeout: 60_000, interval: 5 }
const LONG_MS = 60_000

let database: TestDatabase
let admin: pg.Client
let one: SessionLocks
let other: SessionLocks
beforeEach(async () => {
  database = await createTestDatabase()
  admin = new pg.Client(database.ownerUrl)
  await admin.connect()
  one = createSessionLocks(database.url, 'locks of one')
  other = createSessionLocks(database.url, 'locks of another')
})
afterEach(async () => {
  await Promise.all([one.close(), other.close(), admin.end()])
  await database.drop()
})

/** Work that goes on until it is told to end. */
function longWork(locks: SessionLocks, name: string) {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = locks.hold(name, LONG_MS, async (client) => {
    begun.resolve()
    await ended.promise
    return (await client.query<{ written: number }>('select 1 as written')).rows
  })
  return { begun: begun.promise, end: () => ended.resolve(), done }
}

test('one at a time works under a name, in any process; under different names all work at once', async () => {
  const work = longWork(one, 'a')
  await work.begun
  for (const locks of [one, other]) {
    await expect(locks.hold('a', 0, async () => undefined)).rejects.toThrow(LockHeld)
    expect(await locks.hold('b', 0, async () => 'done')).toBe('done')
  }
  const waiting = [one, other].map((locks) => locks.hold('a', LONG_MS, async () => 'after'))
  work.end()
  expect(await work.done).toEqual([{ written: 1 }])
  expect(await Promise.all(waiting)).toEqual(['after', 'after'])
})

test('work that fails releases its name, and any number of works share one connection', async () => {
  const works = Array.from({ length: 20 }, (_, index) => longWork(one, `name ${index}`))
  await Promise.all(works.map(({ begun }) => begun))
  const { rows } = await admin.query(
    `select state from pg_stat_activity where application_name = 'locks of one' and datname = current_database()`,
  )
  expect(rows).toEqual([{ state: 'idle' }])
  for (const { end } of works) end()
  await Promise.all(works.map(({ done }) => done))
  await expect(
    one.hold('c', 0, () => {
      throw new RangeError('of the work')
    }),
  ).rejects.toThrow('of the work')
  expect(await other.hold('c', 0, async () => 'free')).toBe('free')
})

test('with the connection the locks are lost, and the work under them writes nothing more', async () => {
  const work = longWork(one, 'd')
  await work.begun
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'locks of one' and datname = current_database()`,
  )
  const taken = () => other.hold('d', 0, async () => 'taken over').catch((error: Error) => error.name)
  await expect.poll(taken, SOON).toBe('taken over')
  work.end()
  await expect(work.done).rejects.toThrow()
  expect(await one.hold('d', LONG_MS, async () => 'on a new one')).toBe('on a new one')
})
