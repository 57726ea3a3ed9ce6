import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AdminVerified, Refreshed, SignedIn } from '#services/contract/contract.ts'
import { ATTEMPT_LIMITS } from '../../limits/attempts.ts'
import {
  newId,
  newName,
  type Person,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../../testing/product.ts'

describe('POST /api/auth/auth', () => {
  let product: TestProduct
  let admin: Person
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(10_000)
  })
  afterAll(() => product.close())

  const opened = async (account: string) =>
    (await product.events('AccountOpened')).filter((event) => event.stream === `account-${account}`)

  test('signs up, and signs in with any spelling of the name', async () => {
    const username = `Ánna${Date.now() % 1e9}`
    const up = await product.auth({ action: 'signup', username, password: 'harbour tide', adult: true })
    expect(up.status).toBe(200)
    const { user } = SignedIn.parse(up.body)
    expect(up.body.user).toEqual({ id: user.id, username, balance: '0.00', is_admin: false, is_blocked: false })
    const signedIn = await product.auth({
      action: 'signin',
      username: username.toUpperCase().normalize('NFD'),
      password: 'harbour tide',
    })
    expect(SignedIn.parse(signedIn.body).user.id).toBe(user.id)
    expect(signedIn.body.token).not.toBe(up.body.token)
  })

  test('a sign-up is an event that names nobody', async () => {
    const { user } = await product.signUp()
    const [event] = await opened(user.id)
    const { data, meta } = JSON.parse(event!.body)
    expect(data).toMatchObject({ role: 'user', openedBy: 'sign-up', ageAttested: true })
    expect(meta.actor).toEqual({ id: 'sign-up', role: 'system' })
    expect(event!.body).not.toContain(user.username)
    const { rows } = await product.services.pool.query('select commitment from app.session where account_id = $1', [
      user.id,
    ])
    expect(rows).toEqual([{ commitment: meta.session }])
  })

  test('records whether the age was attested, even if the request is repeated', async () => {
    for (const [adult, ageAttested] of [
      [true, true],
      [undefined, false],
    ]) {
      const body = { action: 'signup', username: newName(), password: 'a fine password', adult }
      const headers = { 'idempotency-key': newId() }
      const [first, again] = [await product.auth(body, { headers }), await product.auth(body, { headers })]
      const { user } = SignedIn.parse(first.body)
      expect(SignedIn.parse(again.body).user.id).toBe(user.id)
      const events = await opened(user.id)
      expect(events.map((event) => JSON.parse(event.body).data.ageAttested)).toEqual([ageAttested])
      const other = await product.auth({ ...body, adult: ageAttested ? undefined : true }, { headers })
      expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
    }
  })

  test.each<[string, object, number, string, string]>([
    ['a short name', { username: 'ab' }, 400, 'username_too_short', 'Username must be at least 3 characters'],
    [
      'a name with a blank',
      { username: 'a b c' },
      400,
      'username_invalid',
      'Username must be 3 to 32 letters, digits, dots, underscores or hyphens',
    ],
    [
      'a name with NUL',
      { username: 'anna\u0000' },
      400,
      'text_invalid',
      'The request contains text that is not well-formed.',
    ],
    [
      'a name with half a character',
      { username: 'anna\ud800' },
      400,
      'text_invalid',
      'The request contains text that is not well-formed.',
    ],
    [
      'a name with what nobody sees',
      { username: 'an\u200bna' },
      400,
      'username_invisible',
      'Username must not contain invisible characters',
    ],
    [
      'a name of two alphabets',
      { username: 'аnna' },
      400,
      'username_mixed_scripts',
      'Username must not mix letters of different alphabets',
    ],
    ['the house', { username: 'Fairbook' }, 400, 'username_reserved', 'Username is reserved'],
    ['an office', { username: 'Adm1n' }, 400, 'username_reserved', 'Username is reserved'],
    ['no name', { username: '' }, 400, 'fields_missing', 'Please fill in all fields'],
    ['no password', { password: undefined }, 400, 'fields_missing', 'Please fill in all fields'],
    ['a short password', { password: '12345' }, 400, 'password_too_short', 'Password must be at least 6 characters'],
    [
      'a book for a password',
      { password: 'x'.repeat(201) },
      400,
      'password_invalid',
      'Password must be at most 200 characters of well-formed text',
    ],
    ['a minor', { adult: false }, 400, 'age_not_attested', 'You must be at least 18 years old.'],
    ['a name that is no text', { username: 12345 }, 400, 'invalid_request', 'username: must be text'],
  ])('refuses to sign up %s', async (_what, change, status, code, error) => {
    const before = (await product.events()).length
    const reply = await product.auth({
      action: 'signup',
      username: newName(),
      password: 'harbour tide',
      adult: true,
      ...change,
    })
    expect([reply.status, reply.body]).toEqual([status, { code, error }])
    expect((await product.events()).length).toBe(before)
  })

  test('refuses a name that looks like another, with a code of its own', async () => {
    // all Cyrillic, and Latin
    const [looks, taken] = ['Хорасе', 'XOPACE']
    const up = (username: string) => product.auth({ action: 'signup', username, password: 'harbour tide', adult: true })
    expect((await up(looks)).status).toBe(200)
    expect(await up(taken)).toMatchObject({
      status: 409,
      body: { code: 'username_lookalike', error: 'Username looks like one that is already taken' },
    })
    expect(await up(looks.toUpperCase())).toMatchObject({ status: 409, body: { code: 'username_taken' } })
  })

  test('a name from before folding was complete still signs in', async () => {
    const username = `Weiẞ${Date.now() % 1e9}`
    const up = await product.auth({ action: 'signup', username, password: 'harbour tide', adult: true })
    const { user } = SignedIn.parse(up.body)
    await product.services.pool.query('update app.identity set username_normal = $2 where account_id = $1', [
      user.id,
      username.toLowerCase(),
    ])
    const signedIn = await product.auth({
      action: 'signin',
      username: username.toLowerCase(),
      password: 'harbour tide',
    })
    expect(signedIn.body).toMatchObject({ code: 'credentials_wrong' })
    const asTyped = await product.auth({ action: 'signin', username, password: 'harbour tide' })
    expect(SignedIn.parse(asTyped.body).user.id).toBe(user.id)
  })

  test('a name belongs to one person, whatever its case', async () => {
    const { user } = await product.signUp()
    const { status, body } = await product.auth({
      action: 'signup',
      username: user.username.toUpperCase(),
      password: 'harbour tide',
      adult: true,
    })
    expect([status, body]).toEqual([409, { code: 'username_taken', error: 'Username is already taken' }])
  })

  test('if several want a name at once, one gets it', async () => {
    const username = newName()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        product.auth({ action: 'signup', username, password: 'harbour tide', adult: true }),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(new Set(replies.filter((reply) => reply.status !== 200).map((reply) => reply.body.code))).toEqual(
      new Set(['username_taken']),
    )
    expect(await product.events('AccountOpened')).toHaveLength(
      new Set((await product.events('AccountOpened')).map((event) => event.stream)).size,
    )
  })

  test('the same sign-up again, under its key, is the same account', async () => {
    const body = { action: 'signup', username: newName(), password: 'harbour tide', adult: true }
    const headers = { 'idempotency-key': newId() }
    const replies = await Promise.all(Array.from({ length: 8 }, () => product.auth(body, { headers })))
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200))
    const ids = new Set(replies.map((reply) => SignedIn.parse(reply.body).user.id))
    expect(ids.size).toBe(1)
    expect(await opened([...ids][0]!)).toHaveLength(1)
    const other = await product.auth({ ...body, password: 'harbour tide 2' }, { headers })
    expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
  })

  test.each([
    ['a wrong password', (name: string) => ({ username: name, password: 'wrong one' })],
    ['an unknown name', () => ({ username: newName(), password: 'password' })],
    ['a name that nobody can have', () => ({ username: '?', password: 'password' })],
    ['a password that nobody can have', (name: string) => ({ username: name, password: 'x'.repeat(300) })],
  ])('%s does not sign in', async (_what, credentials) => {
    const { user } = await product.signUp()
    const { status, body } = await product.auth({ action: 'signin', ...credentials(user.username) })
    expect([status, body]).toEqual([401, { code: 'credentials_wrong', error: 'Wrong username or password' }])
  })

  test('refresh needs that user’s own token', async () => {
    const [one, two] = [await product.signUp(), await product.signUp()]
    const body = { action: 'refresh', username: one.user.username }
    const own = await product.auth(body, { token: one.token })
    expect(Refreshed.parse(own.body).user).toEqual(one.user)
    for (const token of [two.token, null, 'x'.repeat(43)]) {
      const { status, body: answer } = await product.auth(body, { token })
      expect([status, answer]).toEqual([401, { code: 'unauthorized', error: 'Unauthorized' }])
    }
  })

  test('refresh shows what the bettor has just done', async () => {
    const bettor = await product.aBettor(admin, 20)
    const id = newId()
    product.board.put({ id })
    await product.call('/api/bets/place-bet', { token: bettor.token, body: single(id, 5) })
    const { body } = await product.auth({ action: 'refresh', username: bettor.user.username }, { token: bettor.token })
    expect(Refreshed.parse(body).user.balance).toBe('15.00')
  })

  test('confirms admins by token, and answers any other token as well', async () => {
    const bettor = await product.signUp()
    const isAdmin = async (token?: string | null) => {
      const { status, body } = await product.auth({ action: 'verify-admin', token })
      return [status, AdminVerified.parse(body).isAdmin]
    }
    expect(await isAdmin(admin.token)).toEqual([200, true])
    expect(await isAdmin(bettor.token)).toEqual([200, false])
    for (const none of ['nonsense', '', null, undefined]) expect(await isAdmin(none)).toEqual([200, false])
  })

  test('signing out ends the session, and no other', async () => {
    const { user, token, password } = await product.signUp()
    const { token: second } = await product.signIn(user.username, password)
    const out = await product.auth({ action: 'signout' }, { token })
    expect([out.status, out.body]).toEqual([200, { success: true }])
    expect((await product.call('/api/bets/my-bets', { token })).status).toBe(401)
    expect((await product.call('/api/bets/my-bets', { token: second })).status).toBe(200)
    expect((await product.auth({ action: 'signout' }, { token })).status).toBe(401)
  })

  test('another process hears of a sign-out', async () => {
    const { token } = await product.signUp()
    const other = await product.another()
    try {
      const ask = () => fetch(`${other.origin}/api/bets/my-bets`, { headers: { authorization: `Bearer ${token}` } })
      expect((await ask()).status).toBe(200)
      await product.auth({ action: 'signout' }, { token })
      await until(async () => (await ask()).status === 401)
    } finally {
      await other.close()
    }
  })

  test('a blocked user cannot sign in, and has no sessions', async () => {
    const bettor = await product.aBettor(admin, 10)
    const blocked = await product.admin(admin.token, { action: 'blockUser', targetUsername: bettor.user.username })
    expect(blocked.status).toBe(200)
    const { status, body } = await product.call('/api/bets/my-bets', { token: bettor.token })
    expect([status, body]).toEqual([403, { code: 'account_blocked', error: 'Account is blocked' }])
    const again = await product.auth({ action: 'signin', username: bettor.user.username, password: bettor.password })
    expect([again.status, again.body]).toEqual([403, { code: 'account_blocked', error: 'Account is blocked' }])
    await product.admin(admin.token, { action: 'unblockUser', targetUsername: bettor.user.username })
    expect((await product.call('/api/bets/my-bets', { token: bettor.token })).status).toBe(401)
    expect((await product.signIn(bettor.user.username, bettor.password)).user.balance).toBe('10.00')
  })

  test('a blocked user who repeats the sign-up gets no token, and no session', async () => {
    const body = { action: 'signup', username: newName(), password: 'harbour tide', adult: true }
    const headers = { 'idempotency-key': newId() }
    const { user } = SignedIn.parse((await product.auth(body, { headers })).body)
    await product.admin(admin.token, { action: 'blockUser', targetUsername: user.username })
    const again = await product.auth(body, { headers })
    expect([again.status, again.body]).toEqual([403, { code: 'account_blocked', error: 'Account is blocked' }])
    const sessions = await product.services.pool.query('select from app.session where account_id = $1', [user.id])
    expect(sessions.rowCount).toBe(0)
    await product.admin(admin.token, { action: 'unblockUser', targetUsername: user.username })
    expect(SignedIn.parse((await product.auth(body, { headers })).body).user.id).toBe(user.id)
  })

  test('a block during a sign-in leaves no session', async () => {
    const bettor = await product.aBettor(admin, 0)
    const { username } = bettor.user
    for (let n = 0; n < 5; n++) {
      await Promise.all([
        ...Array.from({ length: 3 }, () => product.auth({ action: 'signin', username, password: bettor.password })),
        product.admin(admin.token, { action: 'blockUser', targetUsername: username }),
      ])
      const left = await product.services.pool.query('select from app.session where account_id = $1', [bettor.user.id])
      expect(left.rowCount).toBe(0)
      await product.admin(admin.token, { action: 'unblockUser', targetUsername: username })
    }
  })

  test('a welcome grant is paid by the house', async () => {
    const generous = await startTestProduct({ settings: { WELCOME_GRANT: 1_050 } })
    try {
      expect((await generous.signUp()).user.balance).toBe('10.50')
    } finally {
      await generous.close()
    }
  })
})

describe('attempts', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({
      attemptLimits: { ...ATTEMPT_LIMITS, signUpsByAddress: 4, signUpsByName: 2 },
      settings: { TRUST_PROXY: '127.0.0.1' },
    })
  })
  afterAll(() => product.close())

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  test('sign-ups are counted by address, with an IPv6 network counting as one', async () => {
    const signUp = (address: string) =>
      product.auth({ action: 'signup', username: newName(), password: 'harbour tide', adult: true }, from(address))
    const statuses = []
    for (let n = 1; n <= 5; n++) statuses.push((await signUp(`2001:db8:1:2:${n}::${n}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await signUp('2001:db8:1:3::1')).status).toBe(200)
  })

  test('the client’s address is what the trusted proxy says', async () => {
    const username = newName()
    await product.auth(
      { action: 'signup', username, password: 'harbour tide', adult: true },
      from('203.0.113.7, 198.51.100.9'),
    )
    const { rows } = await product.services.pool.query(
      'select ip from app.session join app.identity using (account_id) where username = $1',
      [username],
    )
    expect(rows).toEqual([{ ip: '198.51.100.9' }])
  })
})
