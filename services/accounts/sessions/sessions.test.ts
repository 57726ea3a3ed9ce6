import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { commitment } from '../commitments.ts'
import { SESSIONS_CHANNEL } from './session-ends.ts'
import { createSessions, type Sessions } from './sessions.ts'

const ACCOUNT = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const CLIENT = { ip: '192.0.2.1', userAgent: 'Test/1' }

/** With id, role, and whether it is blocked. */
const ADD_ACCOUNT = `insert into app.account values ($1, $2, 'sign-up', now(), $3, false, false, 0, 0, 0, 1)`

let database: TestDatabase
let pool: ReturnType<typeof openPool>
let now = 0
let sessions: Sessions
let queries = 0
/** After this many statements the connection is lost. */
let statementsLeft = Infinity

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  await pool.query(
    `insert into app.identity
       (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
     values ($1, 'Anna', 'anna', '', '', '', 'active', '{"role":"user","command":"1"}'),
            ($2, 'Bert', 'bert', '', '', '', 'active', '{"role":"user","command":"2"}')`,
    [ACCOUNT, OTHER],
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  sessions?.close()
  await pool.query('delete from app.session')
  await pool.query('delete from app.account')
  queries = 0
  statementsLeft = Infinity
  const counted = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return (...rest: Parameters<typeof pool.query>) => {
        queries += 1
        if (--statementsLeft < 0) return Promise.reject(new Error('power cut'))
        return target.query(...rest)
      }
    },
  })
  sessions = createSessions({ pool: counted, now: () => now })
})

/** Opens a session; returns its token. */
const begin = async (account = ACCOUNT) => (await sessions.open(account, CLIENT, '')).token

describe('sessions', () => {
  test('a token opens its session; only its hash is stored', async () => {
    const token = await begin()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const session = await sessions.find(token)
    expect(session).toMatchObject({ accountId: ACCOUNT, username: 'Anna', role: 'user' })
    const { rows } = await pool.query('select *, encode(token_hash, $1) as id from app.session', ['hex'])
    expect(rows[0].id).toBe(session!.id)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0].commitment).toBe(commitment(rows[0].salt, CLIENT))
    expect(session!.commitment).toBe(rows[0].commitment)
  })

  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(1_000), '../../etc'])('%j opens nothing', async (token) => {
    expect(await sessions.find(token)).toBeNull()
  })

  test('is cached for a second, and looked up once for all requests', async () => {
    const token = await begin()
    queries = 0
    await Promise.all(Array.from({ length: 20 }, () => sessions.find(token)))
    expect(queries).toBeLessThanOrEqual(2)
    const before = queries
    expect(sessions.cached(token)).toMatchObject({ accountId: ACCOUNT })
    now += 999
    expect(sessions.cached(token)).toMatchObject({ accountId: ACCOUNT })
    expect(queries).toBe(before)
    now += 1
    expect(sessions.cached(token)).toBeUndefined()
  })

  test('is re-read before its second is over while in use', async () => {
    const token = await begin()
    await sessions.find(token)
    now += 600
    sessions.cached(token)
    await expect.poll(() => queries).toBe(3)
    now += 600
    // the re-read has begun, not ended
    await expect.poll(() => sessions.cached(token)).toMatchObject({ accountId: ACCOUNT })
  })

  test('used some seconds ago is still cached, without a query of its own; one of long ago is not re-read', async () => {
    const token = await begin()
    const usedAt = now
    await sessions.find(token)
    for (let read = queries; now < usedAt + 9_000; read = queries) {
      now += 900
      await expect.poll(() => queries).toBe(read + 1)
    }
    await expect.poll(() => sessions.cached(token)).toMatchObject({ accountId: ACCOUNT })
    now += 11_000
    const [before, other] = [queries, await begin(OTHER)]
    await sessions.find(other)
    now += 600
    sessions.cached(other)
    // its round is over: only the other one was re-read
    await expect.poll(() => queries).toBe(before + 3)
    expect(sessions.cached(token)).toBeUndefined()
  })

  test('that ended without notice is noticed while in use', async () => {
    const token = await begin()
    await sessions.find(token)
    await pool.query('delete from app.session')
    now += 600
    await expect.poll(() => sessions.cached(token)).toBeNull()
  })

  test('ends by itself after 30 days without use, and is extended by use', async () => {
    const [used, unused] = [await begin(), await begin()]
    await pool.query(
      `update app.session set seen_at = seen_at - interval '29 days', expires_at = expires_at - interval '29 days'`,
    )
    expect(await sessions.find(used)).not.toBeNull()
    const days = async () =>
      (
        await pool.query(
          `select round(extract(epoch from expires_at - now()) / 86400) as days from app.session order by 1`,
        )
      ).rows.map((row) => Number(row.days))
    expect(await days()).toEqual([1, 30])
    await pool.query(`update app.session set expires_at = expires_at - interval '2 days'`)
    expect(await sessions.find(unused)).toBeNull()
    expect(await sessions.sweep()).toBe(1)
    expect(await days()).toEqual([28])
  })

  test('ends 90 days after it began, however much it is used', async () => {
    const token = await begin()
    const age = async (days: number) => {
      await pool.query(
        `update app.session set seen_at = now() - interval '2 hours', created_at = now() - $1 * interval '1 day'`,
        [days],
      )
      now += 1_000
    }
    await age(80)
    expect(await sessions.find(token)).not.toBeNull()
    const { rows } = await pool.query('select expires_at - created_at as lasts from app.session')
    expect(rows[0].lasts).toMatchObject({ days: 90 })
    await age(89)
    expect(await sessions.find(token)).not.toBeNull()
    expect(await sessions.sweep()).toBe(0)
    await age(91)
    expect(await sessions.find(token)).toBeNull()
    expect(await sessions.sweep()).toBe(1)
  })

  test('that is cached ends within a second of its expiry', async () => {
    const token = await begin()
    await sessions.find(token)
    await pool.query(`update app.session set created_at = now() - interval '90 days'`)
    now += 999
    expect(sessions.cached(token)).toMatchObject({ accountId: ACCOUNT })
    now += 1
    expect(sessions.cached(token)).toBeUndefined()
    expect(await sessions.find(token)).toBeNull()
  })

  test('that ended is evicted at once; a read in progress is not cached', async () => {
    const token = await begin()
    const session = (await sessions.find(token))!
    let told = 0
    sessions.onEnded(() => {
      told += 1
    })
    now += 2_000
    const reading = sessions.find(token)
    const ending = sessions.beginEnd(ACCOUNT, { id: session.commitment })
    await Promise.all([reading, ending])
    expect(sessions.cached(token) ?? null).toBeNull()
    expect(await sessions.find(token)).toBeNull()
    expect(told).toBe(1)
  })

  test.each<[string, number, (commitment: string) => Promise<unknown>]>([
    ['all of an account', 1, () => sessions.endAll(ACCOUNT)],
    ['those of a blocked account', 1, () => sessions.block(ACCOUNT)],
    ['one, by an event', 1, (id) => sessions.endOwn(ACCOUNT, { id })],
    ['one, by its owner', 1, (id) => sessions.beginEnd(ACCOUNT, { id })],
    ['those beside the one with the second factor', 2, () => sessions.secureOwn(ACCOUNT, 'another')],
    [
      'those that expired',
      3,
      async () => {
        await pool.query('update app.session set expires_at = now() where account_id = $1', [ACCOUNT])
        await sessions.sweep()
      },
    ],
    [
      'what the crash of a block left',
      3,
      async () => {
        await pool.query(ADD_ACCOUNT, [ACCOUNT, 'user', true])
        await sessions.sweep()
      },
    ],
  ])('an end is told of by the statement that makes it: %s', async (_, statements, end) => {
    const { commitment: id } = (await sessions.find(await begin()))!
    await begin(OTHER)
    const told = new Set<string>()
    const listener = await listen(database.url, [SESSIONS_CHANNEL], (_, payload) => told.add(payload), { probeMs: 1 })
    statementsLeft = statements
    // the process that ended it fails after its end
    await end(id).catch(() => undefined)
    const endedAt = performance.now()
    await expect.poll(() => listener.heardAt).toBeGreaterThanOrEqual(endedAt)
    await listener.close()
    expect([...told].map((payload) => JSON.parse(payload))).toEqual([{ account: ACCOUNT }])
    const { rows } = await pool.query('select account_id as account from app.session where ending_since is null')
    expect(rows).toEqual([{ account: OTHER }])
  })

  test('is evicted by a notification from another process', async () => {
    const [one, two] = [await begin(), await begin(OTHER)]
    const session = (await sessions.find(one))!
    await sessions.find(two)
    sessions.onNotification(JSON.stringify({ account: session.accountId }))
    expect(sessions.cached(one)).toBeUndefined()
    expect(sessions.cached(two)).toBeDefined()
    sessions.onNotification(JSON.stringify({ account: OTHER }))
    expect(sessions.cached(two)).toBeUndefined()
    await sessions.find(two)
    sessions.onNotification(null)
    expect(sessions.cached(two)).toBeUndefined()
  })

  test('of a blocked account counts as ended, even if it was not deleted', async () => {
    const token = await begin()
    await pool.query(ADD_ACCOUNT, [ACCOUNT, 'user', true])
    expect(await sessions.find(token)).toBeNull()
    expect(await sessions.sweep()).toBe(1)
  })

  test('has the role that the ledger says', async () => {
    const token = await begin()
    await pool.query(ADD_ACCOUNT, [ACCOUNT, 'admin', false])
    expect((await sessions.find(token))!.role).toBe('admin')
  })
})
