// Signing in while strangers try hundreds of passwords: over HTTP, from many addresses, as a proxy reports them.
import { request } from 'node:http'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords, PASSWORD_LANES, type Passwords } from '#services/accounts/passwords/passwords.ts'
import { createFailureCount } from '#services/accounts/sign-ins/failed-sign-ins.ts'
import { raised, scrape } from '#tests/alerts.ts'
import type { Api } from '../../http/api.ts'
import { ATTEMPT_LIMITS, createAttempts } from '../../limits/attempts.ts'
import { buildServer } from '../../server.ts'
import { newName, startTestProduct, type TestProduct, until } from '../../testing/product.ts'
import { erase, signInsTo, startBehindProxy, UNHELD } from '../../testing/sign-ins.ts'

const PATH = '/api/auth/auth'
const { pair, knownPair } = ATTEMPT_LIMITS.signIns

describe('signing in under attack', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startBehindProxy()
  })
  afterAll(() => product.close())

  const { signIn, signUpFrom, attack } = signInsTo(() => product)
  /** Shifts the throttle's times, as if this much time had passed. */
  const pass = (seconds: number) =>
    product.services.pool.query(
      'update app.sign_in_throttle set not_before = not_before - $1, clear_at = clear_at - $1',
      [seconds * 1_000],
    )
  const strangers = (count: number, network = '198.51.100') =>
    Array.from({ length: count }, (_, n) => `${network}.${n}`)

  test('fifty wrong passwords from three addresses do not lock anybody out', async () => {
    const username = await signUpFrom('192.0.2.1')
    const before = await scrape()
    const statuses = await attack(username, strangers(3), 17)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    const wrong = statuses.filter((status) => status === 401).length
    const guessed = async (perSecond: number) => {
      const after = await scrape()
      return raised('SignInsFail', { ...before, at: after.at - wrong / perSecond }, after)
    }
    // relative to how long it took here: the alert fires for a lower limit and not for a higher one
    await expect.poll(() => guessed(1.01)).toEqual([{}])
    expect(await guessed(0.99)).toEqual([])
    expect((await signIn(username, 'harbour tide', '192.0.2.1')).status).toBe(200)
    // the owner can also sign in from a new address, as on holiday
    expect((await signIn(username, 'harbour tide', '203.0.113.1')).status).toBe(200)
  })

  test('from a known address the right password is let in whatever strangers do; from a new one after a minute', async () => {
    const username = await signUpFrom('192.0.2.2')
    // as if the attack had gone on for hours
    await attack(username, strangers(30, '198.51.101'), 3)
    const name = product.services.pseudonyms.name(username)
    await product.services.pool.query(
      `update app.sign_in_throttle set clear_at = clear_at + 10 * 3600000::bigint where key = $1`,
      [name],
    )
    expect((await signIn(username, 'harbour tide', '192.0.2.2')).status).toBe(200)
    const early = await signIn(username, 'harbour tide', '203.0.113.2')
    expect([early.status, early.body]).toEqual([
      429,
      { code: 'rate_limited', error: 'Too many attempts. Please try again later.' },
    ])
    const retryAfterS = Number(early.headers.get('retry-after'))
    expect(retryAfterS).toBeGreaterThan(50)
    expect(retryAfterS).toBeLessThanOrEqual(60)
    const attacking = attack(username, strangers(30, '198.51.101'), 3)
    await pass(retryAfterS)
    // a refusal is repeated for a second
    await until(async () => (await signIn(username, 'harbour tide', '203.0.113.2')).status === 200)
    await attacking
    // from now on it is a known address
    expect((await signIn(username, 'harbour tide', '203.0.113.2')).status).toBe(200)
  })

  test('a known address is no way to guess passwords either', async () => {
    const username = await signUpFrom('192.0.2.3')
    const guesses = await Promise.all(Array.from({ length: 40 }, () => signIn(username, 'a guess', '192.0.2.3')))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(knownPair.free)
    for (const { status, headers } of guesses.filter(({ status }) => status !== 401)) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    // nor does it hold up anybody else at that address
    const neighbour = await signUpFrom('192.0.2.3')
    expect((await signIn(neighbour, 'harbour tide', '192.0.2.3')).status).toBe(200)
  })

  test('a name that nobody has is treated like one that somebody has', async () => {
    const real = await signUpFrom('192.0.2.5')
    const course = async (username: string, address: string) => {
      const replies = await Promise.all(Array.from({ length: 16 }, () => signIn(username, 'a guess', address)))
      return replies.map(({ status, text }) => `${status} ${text}`).sort()
    }
    expect(await course(newName(), '198.51.100.211')).toEqual(await course(real, '198.51.100.212'))
  })

  test('the networks of an IPv6 subscriber count as one address', async () => {
    const username = newName()
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(username, 'a guess', `2001:db8:9:9::${n}`)),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(pair.free)
    expect((await signIn(username, 'a guess', '2001:db8:9:10::1')).status).toBe(401)
  })

  test('a restart forgets nothing', async () => {
    const username = newName()
    await Promise.all(Array.from({ length: 20 }, () => signIn(username, 'a guess', '198.51.100.220')))
    // however long the other process takes to start
    await pass(-60)
    const again = await product.another()
    try {
      const reply = await fetch(`${again.origin}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.220' },
        body: JSON.stringify({ action: 'signin', username, password: 'a guess' }),
      })
      expect(reply.status).toBe(429)
    } finally {
      await again.close()
    }
  })

  test('no address is kept in the clear, and everything is deleted with the account', async () => {
    const username = await signUpFrom('192.0.2.77')
    await signIn(username, 'a guess', '198.51.100.77')
    const { pool } = product.services
    for (const table of ['known_address', 'sign_in_throttle', 'attempt']) {
      const { rows } = await pool.query(`select row_to_json(t)::text as row from app.${table} t`)
      const text = rows.map(({ row }) => row).join('\n')
      expect(text).not.toBe('')
      for (const secret of ['192.0.2.77', '198.51.100.77', username]) expect(text).not.toContain(secret)
    }
    const known = async () => (await pool.query('select from app.known_address')).rowCount!
    const before = await known()
    await erase(pool, username)
    expect(await known()).toBe(before - 1)
  })

  describe('while passwords are checked only when the test lets them', () => {
    const servers: Api[] = []
    afterAll(async () => {
      for (const server of servers) await server.close()
    })

    /** A separate server that checks passwords only once `open` has been called, one after the other. */
    async function slowServer(waitingMax = 60) {
      const looked: string[] = []
      let asked = 0
      let refused = 0
      let open: () => void = () => undefined
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      const real = createPasswords({
        concurrent: 2,
        lanes: { ...PASSWORD_LANES, fresh: { ...PASSWORD_LANES.fresh, waitingMax } },
        verify: async (phc, password) => {
          looked.push(password)
          if (password !== 'harbour tide') await opened
          return verify(phc, password)
        },
      })
      const passwords: Passwords = {
        ...real,
        verify: (...call) => {
          asked += 1
          return real.verify(...call)
        },
      }
      const { pool, pseudonyms } = product.services
      const failures = createFailureCount(pool, () => undefined)
      const attempts = createAttempts({ pool, pseudonyms, passwords, failures, limits: UNHELD })
      const server = await buildServer({ ...product.services, passwords, attempts })
      servers.push(server)
      const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
      /** Sends one sign-in; `status` is null if the client hung up. */
      const send = (username: string, password: string, address: string) => {
        const body = JSON.stringify({ action: 'signin', username, password })
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
        const sent = request({ port, path: PATH, method: 'POST', headers, host: '127.0.0.1' })
        const reply = new Promise<{ status: number | null; retryAfter: string | undefined }>((resolve) => {
          sent.on('response', (response) => {
            response.resume()
            if (response.statusCode === 503) refused += 1
            resolve({ status: response.statusCode ?? null, retryAfter: response.headers['retry-after'] })
          })
          sent.on('error', () => resolve({ status: null, retryAfter: undefined }))
        })
        sent.end(body)
        return { reply, hangUp: () => sent.destroy() }
      }
      return { send, looked, open, asked: () => asked, refused: () => refused }
    }

    test('behind a flood from a hundred addresses, a sign-in from a known address is next', async () => {
      const username = await signUpFrom('192.0.2.10')
      const { send, looked, open, refused: busy } = await slowServer()
      const flood = strangers(100, '198.51.110').map((address, n) => send(newName(), `guess ${n}`, address))
      await until(() => busy() === 39 && looked.length === 1)
      const { status } = await send(username, 'harbour tide', '192.0.2.10').reply
      expect(status).toBe(200)
      // meanwhile the flood had one of the two slots
      expect(looked.filter((password) => password !== 'harbour tide')).toHaveLength(1)
      open()
      const replies = await Promise.all(flood.map(({ reply }) => reply))
      const refused = replies.filter(({ status }) => status === 503)
      expect(refused).toHaveLength(39)
      for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(61)
    })

    test('an abandoned attempt is never checked, and does not count', async () => {
      const { send, looked, open, asked } = await slowServer()
      const username = newName()
      const first = send(newName(), 'the first', '198.51.120.1')
      await until(() => looked.length === 1)
      for (let round = 1; round <= 5; round++) {
        const leavers = Array.from({ length: 8 }, () => send(username, 'given up', '198.51.120.2'))
        await until(() => asked() === 1 + round * 8)
        for (const { hangUp } of leavers) hangUp()
        await Promise.all(leavers.map(({ reply }) => reply))
        await until(async () => (await failures(username)) === 0)
      }
      open()
      expect((await first.reply).status).toBe(401)
      expect((await send(username, 'another guess', '198.51.120.2').reply).status).toBe(401)
      expect(looked).toEqual(['the first', 'another guess'])
    })

    test('guesses over the limit are refused before they are checked', async () => {
      const { send, looked, open } = await slowServer()
      open()
      const username = newName()
      const replies = await Promise.all(
        Array.from({ length: 40 }, () => send(username, 'a guess', '198.51.130.1').reply),
      )
      const wrong = replies.filter(({ status }) => status === 401).length
      expect(looked).toHaveLength(wrong)
      expect(wrong).toBe(pair.free)
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(40 - wrong)
    })

    test('when too many wait, the source that sends the most is refused first', async () => {
      const { send, open, refused: busy } = await slowServer(10)
      const flood = Array.from({ length: 30 }, (_, n) => send(newName(), `guess ${n}`, '198.51.140.1'))
      await until(() => busy() === 19)
      const others = strangers(4, '198.51.141').map((address) => send(newName(), 'a guess', address))
      await until(() => busy() === 23)
      open()
      for (const { reply } of others) expect((await reply).status).toBe(401)
      const replies = await Promise.all(flood.map(({ reply }) => reply))
      expect(replies.filter(({ status }) => status === 503)).toHaveLength(23)
    })

    /** Failures counted for a name, from any address. */
    async function failures(username: string): Promise<number> {
      const { rows } = await product.services.pool.query(
        `select coalesce(sum(greatest(0, clear_at - extract(epoch from clock_timestamp()) * 1000)), 0)::float8 as ms
           from app.sign_in_throttle where key = $1`,
        [product.services.pseudonyms.name(username)],
      )
      return Math.ceil(rows[0].ms / ATTEMPT_LIMITS.signIns.name.forgivenEveryMs)
    }
  })
})

test('waits grow: short ones are held, longer ones are refused with the time', async () => {
  const quick = { ...ATTEMPT_LIMITS.signIns, pair: { ...pair, free: 3, shortestMs: 150 } }
  const product = await startTestProduct({ attemptLimits: { ...ATTEMPT_LIMITS, signIns: quick, holdMs: 700 } })
  try {
    const username = newName()
    const sent: number[] = []
    const answered: number[] = []
    let status = 401
    while (status === 401) {
      sent.push(performance.now())
      status = (await product.auth({ action: 'signin', username, password: 'a guess' })).status
      answered.push(performance.now())
    }
    expect(status).toBe(429)
    // three pass at once, and each of the next waits longer than the one before
    expect(answered.length).toBeGreaterThanOrEqual(7)
    expect(answered[5]! - sent[2]!).toBeGreaterThan(150 + 300 + 600 - 5)
  } finally {
    await product.close()
  }
})
