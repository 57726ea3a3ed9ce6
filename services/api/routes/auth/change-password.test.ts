// A user's own password: changed with the old one, and, if somebody else chose it, before anything else.
import { createEventSource } from 'eventsource-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SignedIn } from '#services/contract/contract.ts'
import { ATTEMPT_LIMITS } from '../../limits/attempts.ts'
import { newId, newName, type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

const NEW = 'tide and harbour'

/** Opens an event stream; counts how often it ended. */
function listen(product: TestProduct, token: string) {
  let ended = 0
  let greeted = false
  const source = createEventSource({
    url: `${product.origin}/api/stream?topics=me`,
    headers: { authorization: `Bearer ${token}` },
    onMessage: () => {
      greeted = true
    },
    onScheduleReconnect: () => {
      ended += 1
      source.close()
    },
  })
  return { greeted: () => until(() => greeted), ended: () => until(() => ended > 0), close: () => source.close() }
}

describe('action change-password', () => {
  let product: TestProduct
  let admin: Person
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(10_000)
  })
  afterAll(() => product.close())

  const change = (token: string | null, oldPassword: unknown, newPassword: unknown, key?: string) =>
    product.auth(
      { action: 'change-password', oldPassword, newPassword },
      { token, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) },
    )
  const myBets = async (token: string) => (await product.call('/api/bets/my-bets', { token })).status
  const signsIn = async (username: string, password: string) =>
    (await product.auth({ action: 'signin', username, password })).status

  test('ends every session, and continues with a new one', async () => {
    const { user, token, password } = await product.aBettor(admin, 12)
    const { token: elsewhere } = await product.signIn(user.username, password)
    const stream = listen(product, elsewhere)
    await stream.greeted()
    const changed = await change(token, password, NEW)
    expect(changed.status).toBe(200)
    const reply = SignedIn.parse(changed.body)
    expect(reply).toEqual({ user, token: reply.token })
    for (const old of [token, elsewhere]) expect(await myBets(old)).toBe(401)
    expect(await myBets(reply.token)).toBe(200)
    expect(await signsIn(user.username, password)).toBe(401)
    expect(await signsIn(user.username, NEW)).toBe(200)
    await stream.ended()
    const [line] = product.securityLog.filter((one) => one.includes('authn_password_change'))
    expect(JSON.parse(line!)).toMatchObject({ event: 'authn_password_change', account: user.id })
  })

  test('is an event on the account’s own stream, with the session that asked for it', async () => {
    const person = await product.signUp()
    const { user, token, password } = person
    const session = await sessionOf(product, person)
    await change(token, password, NEW)
    const events = (await product.events('PasswordChanged')).filter(({ stream }) => stream === `account-${user.id}`)
    expect(events).toHaveLength(1)
    const { data, meta } = JSON.parse(events[0]!.body)
    expect(data).toEqual({ password: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(meta).toMatchObject({ actor: { id: user.id, role: 'user' }, session })
  })

  test('is not revealed to an admin who repeats createUser with a guess', async () => {
    const username = newName()
    const create = (password: string) =>
      product.call('/api/admin/dashboard', {
        token: admin.token,
        body: { action: 'createUser', username, password, initialBalance: 0 },
        headers: { 'idempotency-key': `once ${username}` },
      })
    const { userId } = (await create('harbour tide')).body
    const { token } = await product.signIn(username, 'harbour tide')
    await change(token, 'harbour tide', NEW)
    for (const guess of [NEW, 'harbour tide', 'no such thing']) {
      expect(await create(guess)).toMatchObject({ status: 200, body: { userId } })
    }
    expect(await signsIn(username, NEW)).toBe(200)
  })

  test('works for admins too', async () => {
    const one = await product.anAdmin(100)
    const { body } = await change(one.token, one.password, NEW)
    expect((await product.call('/api/admin/dashboard', { token: body.token as string })).status).toBe(200)
  })

  test.each<[string, unknown, unknown, number, string]>([
    ['a wrong old password', 'not the old one', NEW, 403, 'password_wrong'],
    ['an old password that nobody can have', 'x'.repeat(300), NEW, 403, 'password_wrong'],
    ['a common password', null, 'qwerty123', 400, 'password_common'],
    ['a short password', null, '12345', 400, 'password_too_short'],
    ['a book for a password', null, 'x'.repeat(201), 400, 'password_invalid'],
    ['the product’s name', null, 'Fairbook1', 400, 'password_is_name'],
    ['the same password', null, null, 400, 'password_unchanged'],
    ['no old password', '', NEW, 400, 'fields_missing'],
    ['no new password', null, '', 400, 'fields_missing'],
    ['a missing field', null, undefined, 400, 'fields_missing'],
    ['what is no text', null, 123_456, 400, 'invalid_request'],
  ])('refuses %s, and changes nothing', async (_what, old, wanted, status, code) => {
    const { user, token, password } = await product.signUp()
    const reply = await change(token, old ?? password, wanted === null ? password : wanted)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(reply.body.error).not.toBe('')
    expect(await myBets(token)).toBe(200)
    expect(await signsIn(user.username, password)).toBe(200)
  })

  test('refuses the user’s own name', async () => {
    const { user, token, password } = await product.signUp()
    const { status, body } = await change(token, password, `${user.username.toUpperCase()}!`)
    expect([status, body]).toEqual([
      400,
      { code: 'password_is_name', error: 'Password must not be the username or the name of this site' },
    ])
  })

  test('needs a session', async () => {
    for (const token of [null, 'x'.repeat(43)]) {
      const { status, body } = await change(token, 'an old one', NEW)
      expect([status, body.code]).toEqual([401, 'unauthorized'])
    }
  })

  test('if several changes are sent at once, one wins and its password works', async () => {
    const { user, token, password } = await product.signUp()
    const wanted = Array.from({ length: 8 }, (_, n) => `wanted password ${n}`)
    const replies = await Promise.all(wanted.map((one) => change(token, password, one)))
    const winners = wanted.filter((_, n) => replies[n]!.status === 200)
    expect(winners).toHaveLength(1)
    for (const { status } of replies) expect([200, 401, 403, 409]).toContain(status)
    const working = []
    for (const one of [password, ...wanted]) if ((await signsIn(user.username, one)) === 200) working.push(one)
    expect(working).toEqual(winners)
  })

  test('the same request repeated under its key is one change', async () => {
    const { user, token, password } = await product.signUp()
    const key = newId()
    const replies = await Promise.all(Array.from({ length: 4 }, () => change(token, password, NEW, key)))
    const done = replies.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    for (const { status } of replies) expect([200, 401, 403]).toContain(status)
    const events = (await product.events('PasswordChanged')).filter(({ stream }) => stream === `account-${user.id}`)
    expect(events).toHaveLength(1)
    expect(await signsIn(user.username, NEW)).toBe(200)
  })

  test('a key of another command, on any stream, is a 409, and nothing changes', async () => {
    const one = await product.anAdmin(100)
    const { user } = await product.aBettor(one, 10)
    const key = newId()
    const withdraw = { action: 'updateBalance', userId: user.id, amountToAdd: -1, balanceType: 'withdraw' }
    const withdrawn = await product.admin(one.token, withdraw, { headers: { 'idempotency-key': key } })
    expect(withdrawn.status).toBe(200)
    const reply = await change(one.token, one.password, NEW, key)
    expect([reply.status, reply.body.code]).toEqual([409, 'key_reused'])
    expect(await signsIn(one.user.username, one.password)).toBe(200)
    expect((await change(one.token, one.password, NEW)).status).toBe(200)
  })

  test('other processes hear of it', async () => {
    const { token, password } = await product.signUp()
    const other = await product.another()
    try {
      const ask = (bearer: string) =>
        fetch(`${other.origin}/api/bets/my-bets`, { headers: { authorization: `Bearer ${bearer}` } })
      expect((await ask(token)).status).toBe(200)
      const { body } = await change(token, password, NEW)
      await until(async () => (await ask(token)).status === 401)
      expect((await ask(body.token as string)).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('a repeated sign-up proves the current password', async () => {
    const sent = { action: 'signup', username: newName(), password: 'a first one', adult: true }
    const headers = { 'idempotency-key': newId() }
    const { body } = await product.auth(sent, { headers })
    await change(body.token as string, sent.password, NEW)
    expect((await product.auth(sent, { headers })).body.code).toBe('key_reused')
    expect((await product.auth({ ...sent, password: NEW }, { headers })).status).toBe(200)
  })
})

describe('common passwords', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct()
  })
  afterAll(() => product.close())

  test.each(['123456', 'Password1', 'iloveyou'])('%s is refused wherever one is set', async (password) => {
    const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
    const before = (await product.events()).length
    const replies = [
      await product.auth({ action: 'signup', username: newName(), password, adult: true }),
      await product.admin(root.token, { action: 'createUser', username: newName(), password, initialBalance: 0 }),
      await product.admin(root.token, {
        action: 'createUserAsAdmin',
        adminUsername: newName(),
        adminPassword: password,
        adminBalance: 0,
      }),
    ]
    for (const { status, body } of replies) {
      expect([status, body]).toEqual([
        400,
        { code: 'password_common', error: 'This password is one of the most common ones. Please choose another.' },
      ])
    }
    expect((await product.events()).length).toBe(before)
  })
})

describe('guessing the old password', () => {
  test('is counted like failed sign-ins', async () => {
    const few = { ...ATTEMPT_LIMITS.signIns.knownPair, free: 3, shortestMs: 60_000 }
    const signIns = { ...ATTEMPT_LIMITS.signIns, knownPair: few, pair: few }
    const product = await startTestProduct({ attemptLimits: { ...ATTEMPT_LIMITS, signIns, holdMs: 0 } })
    try {
      const { user, token, password } = await product.signUp()
      const change = (oldPassword: string) =>
        product.auth({ action: 'change-password', oldPassword, newPassword: NEW }, { token })
      const guesses = []
      for (let n = 0; n < 5; n++) guesses.push((await change(`guess number ${n}`)).status)
      expect(guesses).toEqual([403, 403, 403, 429, 429])
      expect((await change(password)).headers.get('retry-after')).not.toBeNull()
      const lines = product.securityLog.map((line) => JSON.parse(line) as { event: string; account?: string })
      const failed = lines.filter(({ event }) => event === 'authn_password_change_fail')
      expect(failed.map(({ account }) => account)).toEqual(Array(3).fill(user.id))
      await product.services.pool.query('delete from app.sign_in_throttle')
    } finally {
      await product.close()
    }
  })
})

describe('a password that somebody else chose', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ madeUpPassword: true })
  })
  afterAll(() => product.close())

  test('allows nothing but changing it', async () => {
    const { username, password } = product.superAdmin
    const signedIn = await product.auth({ action: 'signin', username, password })
    expect(SignedIn.parse(signedIn.body)).toMatchObject({ passwordChangeRequired: true })
    const token = signedIn.body.token as string
    const required = [403, { code: 'password_change_required', error: 'Please choose a password of your own first.' }]

    const { paths } = (await product.call('/openapi.json')).body as {
      paths: Record<string, Record<string, { security?: unknown }>>
    }
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security !== undefined)
        .map(([method]) => [method.toUpperCase(), path] as const),
    )
    expect(calls.length).toBeGreaterThanOrEqual(6)
    for (const [method, path] of calls) {
      if (path === '/api/auth/auth') continue
      const address = path === '/api/stream' ? `${path}?topics=me,admin` : path
      const { status, body } = await product.call(address, {
        method,
        token,
        ...(method === 'POST' ? { body: {} } : {}),
      })
      // games are public: with a token as without one
      if (path.startsWith('/api/sports')) expect(status, path).toBe((await product.call(address, { method })).status)
      else expect([status, { code: body.code, error: body.error }], `${method} ${path}`).toEqual(required)
    }
    for (const body of [
      { action: 'refresh', username },
      { action: 'verify-admin', token },
    ]) {
      const reply = await product.auth(body, { token })
      expect([reply.status, reply.body], body.action).toEqual(required)
    }

    const { status, body } = await product.auth(
      { action: 'change-password', oldPassword: password, newPassword: 'harbour and tide' },
      { token },
    )
    expect(status).toBe(200)
    expect(SignedIn.parse(body)).not.toHaveProperty('passwordChangeRequired')
    const dashboard = await product.call('/api/admin/dashboard', { token: body.token as string })
    expect(dashboard.status).toBe(200)
    const again = await product.auth({ action: 'signin', username, password: 'harbour and tide' })
    expect(SignedIn.parse(again.body)).not.toHaveProperty('passwordChangeRequired')
  })

  test('does not have to be changed to sign out', async () => {
    const { username } = product.superAdmin
    await product.services.pool.query('update app.identity set must_change_password = true')
    const { body } = await product.auth({ action: 'signin', username, password: 'harbour and tide' })
    const token = body.token as string
    expect((await product.auth({ action: 'signout' }, { token })).status).toBe(200)
    expect((await product.auth({ action: 'refresh', username }, { token })).status).toBe(401)
  })
})

describe('90 days after it began', () => {
  test('a session ends, and its stream with it', async () => {
    const product = await startTestProduct()
    try {
      const { token } = await product.signUp()
      const stream = listen(product, token)
      await stream.greeted()
      await product.services.pool.query(`update app.session set created_at = now() - interval '90 days'`)
      await until(async () => (await product.call('/api/bets/my-bets', { token })).status === 401)
      // the end of any session makes all streams check theirs; without that, the next heartbeat does
      const other = await product.signUp()
      await product.auth({ action: 'signout' }, { token: other.token })
      await stream.ended()
    } finally {
      await product.close()
    }
  })
})
