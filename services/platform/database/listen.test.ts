import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { type Listener, listen, openNotifications } from './listen.ts'
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

test('a listener hears its channels, and reconnects and catches up when its connection breaks', async () => {
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

test('what was notified before `heardAt` has been delivered', async () => {
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

test('a listener that has lost its connection hears nothing before it has called for what was missed', async () => {
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

test('all listeners of a process share its connection, and hear of their own channels and of every gap', async () => {
  const notifications = await openNotifications(database.url, 5)
  const heard: string[] = []
  const connects = { first: 0, second: 0 }
  const asFirst = (channel: string, payload: string) => heard.push(`first ${channel} ${payload}`)
  const counted = (name: keyof typeof connects) => () => {
    connects[name] += 1
  }
  const first = { onMessage: asFirst, onConnect: counted('first') }
  const second = {
    onMessage: (channel: string, payload: string) => heard.push(`second ${channel} ${payload}`),
    onConnect: counted('second'),
  }
  await notifications.on(['one', 'two'], first)
  const stop = await notifications.on(['two', 'three'], second)
  expect(connects).toEqual({ first: 1, second: 1 })
  await admin.query(`notify one, 'a'; notify two, 'b'; notify three, 'c'`)
  await expect.poll(() => heard).toEqual(['first one a', 'first two b', 'second two b', 'second three c'])
  const count = `select count(*)::integer as count from pg_stat_activity where application_name = 'fairbook listen' and datname = current_database()`
  expect((await admin.query(count)).rows[0]).toEqual({ count: 1 })
  await cut()
  await expect.poll(() => connects).toEqual({ first: 2, second: 2 })
  stop()
  await admin.query(`notify two, 'd'; notify one, 'e'`)
  await expect.poll(() => heard.at(-1)).toBe('first one e')
  expect(heard).not.toContain('second two d')
  await notifications.close()
  await notifications.on(['one'], first)
})

test('a listener that begins while the connection is lost hears once it is back', async () => {
  const notifications = await openNotifications(database.url)
  for (let round = 0; round < 20; round++) {
    const heard: string[] = []
    let connects = 0
    // each at another moment of the loss
    const cutting = cut()
    for (let turns = 0; turns < round; turns++) await new Promise(setImmediate)
    const stop = await notifications.on([`gap_${round}`], {
      onMessage: (_, payload) => heard.push(payload),
      onConnect: () => {
        connects += 1
      },
    })
    await cutting
    // if it was lost only after listening began, the listener is told so
    await expect
      .poll(async () => {
        await admin.query(`notify gap_${round}, 'x'`)
        return heard.length
      })
      .toBeGreaterThan(0)
    expect(connects).toBeGreaterThan(0)
    stop()
  }
  await notifications.close()
})

test('a listener that cannot connect throws', async () => {
  await expect(listen(database.url.replace('fairbook:', 'nobody:'), ['one'], () => undefined)).rejects.toThrow()
})

test('a pool survives its connections, and verifies each new one as it is told to', async () => {
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
