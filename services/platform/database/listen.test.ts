import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { type Listener, listen } from './listen.ts'
import { openPool } from './pool.ts'

const database = databaseForTests()
const admin = new pg.Client(database.ownerUrl)
beforeAll(async () => {
  await admin.connect()
})
afterAll(() => admin.end())

const cut = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'fairbook'`,
  )

test('a listener hears its channels, and comes back to catch up when its connection breaks', async () => {
  const heard: string[] = []
  let connects = 0
  const listener = await listen(
    database.url,
    ['one', 'Two'],
    (channel, payload) => heard.push(`${channel} ${payload}`),
    {
      onConnect: () => {
        connects += 1
      },
    },
  )
  expect(connects).toBe(1)
  await admin.query(`notify one, 'a'; notify "Two", 'b'; notify three, 'c'`)
  await expect.poll(() => heard).toEqual(['one a', 'Two b'])
  for (let round = 2; round < 5; round++) {
    await cut()
    await expect.poll(() => connects).toBe(round)
    await admin.query(`notify one, '${round}'`)
    await expect.poll(() => heard.at(-1)).toBe(`one ${round}`)
  }
  await listener.close()
  await admin.query(`notify one, 'late'`)
  const { rows } = await admin.query(
    `select count(*)::integer as count from pg_stat_activity where application_name = 'fairbook listen' and datname = current_database()`,
  )
  expect(rows[0]).toEqual({ count: 0 })
  expect(heard).not.toContain('one late')
})

test('what was notified before it was heard of has been delivered', async () => {
  const heard: string[] = []
  const listener = await listen(database.url, ['one'], (_, payload) => heard.push(payload), { probeMs: 1 })
  for (let round = 0; round < 100; round++) {
    await admin.query(`notify one, '${round}'`)
    const notifiedAt = performance.now()
    await expect.poll(() => listener.heardAt, { interval: 1 }).toBeGreaterThanOrEqual(notifiedAt)
    expect(heard.length).toBe(round + 1)
  }
  await listener.close()
})

test('a listener that has lost its connection hears nothing until it has called for what was missed', async () => {
  const connects: number[] = []
  const listener: Listener = await listen(database.url, ['one'], () => undefined, {
    probeMs: 1,
    onConnect: () => connects.push(performance.now()),
  })
  await cut()
  const lostAt = performance.now()
  await expect.poll(() => listener.heardAt, { interval: 1 }).toBeGreaterThanOrEqual(lostAt)
  expect(connects.length).toBe(2)
  await listener.close()
})

test('a listener that cannot connect says so', async () => {
  await expect(listen(database.url.replace('fairbook:', 'nobody:'), ['one'], () => undefined)).rejects.toThrow()
})

test('a pool outlives its connections, and asks of each new one what it is told to', async () => {
  let verified = 0
  const pool = openPool(database.url, {
    max: 1,
    verify: async (client) => {
      await client.query('select 1')
      verified += 1
      if (verified === 3) throw new Error('not this one')
    },
  })
  await pool.query('select 1')
  await pool.query('select 1')
  expect(verified).toBe(1)
  await cut()
  await expect
    .poll(() =>
      pool.query('select 1').then(
        () => verified,
        () => 0,
      ),
    )
    .toBe(2)
  await cut()
  await expect.poll(() => pool.query('select 1').catch((error: Error) => error.message)).toBe('not this one')
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await pool.end()
})
