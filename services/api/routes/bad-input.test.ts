// Bad input is always refused with a code and a text, and nothing is recorded.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePosition } from '#projections/freshness/position-token.ts'
import { answerTo } from '../testing/answer-to.ts'
import { newId, type Person, parlay, single, startTestProduct, type TestProduct } from '../testing/product.ts'

describe('bad input', () => {
  let product: TestProduct
  let admin: Person
  let bettor: Person
  let game: string
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(10_000)
    bettor = await product.aBettor(admin, 100)
    game = newId()
    product.board.put({ id: game })
  })
  afterAll(() => product.close())

  const PLACE = '/api/bets/place-bet'
  const AUTH = '/api/auth/auth'
  const ADMIN = '/api/admin/dashboard'
  const tokenFor = (path: string) => (path === ADMIN ? admin.token : bettor.token)
  const withStake = (stake: string) =>
    JSON.stringify(single('ID', 1)).replace('"bet_amount":1,', `"bet_amount":${stake},`)
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const deposit = (amount: unknown, more: object = {}) => ({
    action: 'updateBalance',
    userId: 'USER',
    amountToAdd: amount,
    balanceType: 'deposit',
    ...more,
  })
  const games = (more: object) =>
    JSON.stringify({
      action: 'update-games-of-day',
      games: [
        {
          sport_key: 'soccer_epl',
          home_team: 'Rovers',
          away_team: 'Wanderers',
          commence_time: '2099-11-20T20:00:00Z',
          odds: { home_team: 2.1, away_team: 3.6 },
          ...more,
        },
      ],
    })
  const user = (more: object = {}) => ({
    action: 'createUser',
    username: 'newcomer',
    password: 'harbour tide',
    initialBalance: 10,
    ...more,
  })

  const table: [what: string, path: string, raw: string, status: number, code: string][] = [
    ['no JSON', PLACE, 'stake=10', 400, 'invalid_json'],
    ['half of it', PLACE, '{"is_parlay":', 400, 'invalid_json'],
    ['nothing', PLACE, '', 400, 'invalid_json'],
    ['null', PLACE, 'null', 400, 'invalid_request'],
    ['a list', PLACE, '[]', 400, 'invalid_request'],
    ['a text', PLACE, '"bet"', 400, 'invalid_request'],
    ['an empty object', PLACE, '{}', 400, 'slip_empty'],
    ['NaN', PLACE, withStake('NaN'), 400, 'invalid_json'],
    ['Infinity', PLACE, withStake('Infinity'), 400, 'invalid_json'],
    ['1e309', PLACE, withStake('1e309'), 400, 'stake_invalid'],
    ['-1e309', PLACE, withStake('-1e309'), 400, 'stake_invalid'],
    ['1e-7', PLACE, withStake('1e-7'), 400, 'stake_invalid'],
    ['a leading zero', PLACE, withStake('010'), 400, 'invalid_json'],
    ['a stake in quotes', PLACE, withStake('"10"'), 400, 'stake_invalid'],
    ['a stake in a list', PLACE, withStake('[10]'), 400, 'stake_invalid'],
    ['a true stake', PLACE, withStake('true'), 400, 'stake_invalid'],
    ['an escaped NUL', PLACE, JSON.stringify(single('ID', 1, { selection: 'a\u0000b' })), 400, 'text_invalid'],
    ['half a character', PLACE, JSON.stringify(single('ID', 1, { selection: '\ud83d' })), 400, 'text_invalid'],
    ['half a character as a key', PLACE, JSON.stringify({ ...single('ID', 1), '\udc00': 1 }), 400, 'text_invalid'],
    ['two stakes', PLACE, JSON.stringify(single('ID', 1)).replace('{', '{"bet_amount":50,'), 400, 'invalid_json'],
    ['two stakes, one in disguise', PLACE, withStake('1,"bet\\u005famount":50'), 400, 'invalid_json'],
    [
      'two prices of a leg',
      PLACE,
      JSON.stringify(parlay(['ID', 'ID2'], 1)).replace('"price"', '"price":9,"price"'),
      400,
      'invalid_json',
    ],
    ['nested too deeply', PLACE, `{"x":${nested(20)}}`, 400, 'body_too_deep'],
    ['nested ten thousand deep', PLACE, nested(10_000), 400, 'body_too_deep'],
    ['too much', PLACE, `{"x":"${'x'.repeat(70_000)}"}`, 413, 'body_too_large'],
    ['odds that are none', PLACE, JSON.stringify(single('ID', 1, { odd: -3 })), 400, 'invalid_request'],
    [
      'odds of 1e309',
      PLACE,
      JSON.stringify(single('ID', 1)).replace('"odd":2.1', '"odd":1e309'),
      400,
      'invalid_request',
    ],
    ['odds in words', PLACE, JSON.stringify(single('ID', 1, { odd: 'evens' })), 400, 'invalid_request'],
    [
      'odds with too many digits',
      PLACE,
      JSON.stringify(single('ID', 1)).replace('"odd":2.1', '"odd":2.10000000000000000000000001'),
      400,
      'number_inexact',
    ],
    [
      'odds with too many digits, as text',
      PLACE,
      JSON.stringify(single('ID', 1, { odd: '2.10000000000000000000000001' })),
      400,
      'number_inexact',
    ],
    ['a stake with too many digits', PLACE, withStake('1.00000000000000000000001'), 400, 'number_inexact'],
    ['a stake next to nothing', PLACE, withStake('1e-400'), 400, 'number_inexact'],
    ['an event that is a number', PLACE, JSON.stringify(single('ID', 1, { event_id: 7 })), 400, 'invalid_request'],
    ['legs that are none', PLACE, JSON.stringify({ ...parlay([], 1), legs: 'all' }), 400, 'invalid_request'],
    [
      'a leg without odds',
      PLACE,
      JSON.stringify({ ...parlay(['ID', 'ID2'], 1, {}) }).replaceAll(',"price":2.1', ''),
      400,
      'invalid_request',
    ],
    ['an unknown policy', PLACE, JSON.stringify(single('ID', 1, { odds_policy: 'whatever' })), 400, 'invalid_request'],
    [
      'a policy by another name',
      PLACE,
      JSON.stringify(single('ID', 1, { oddsPolicy: 'none' })),
      400,
      'invalid_request',
    ],
    ['a misspelt policy', PLACE, JSON.stringify(single('ID', 1, { odds_polcy: 'none' })), 400, 'invalid_request'],
    [
      'a policy without its vowels',
      PLACE,
      JSON.stringify(single('ID', 1, { odds_plicy: 'none' })),
      400,
      'invalid_request',
    ],
    ['a policy of odd', PLACE, JSON.stringify(single('ID', 1, { odd_poly: 'none' })), 400, 'invalid_request'],
    ['an unknown action', AUTH, '{"action":"become-admin"}', 400, 'action_unknown'],
    ['no action', AUTH, '{}', 400, 'action_unknown'],
    ['a prototype', AUTH, '{"__proto__":{"action":"signout"}}', 400, 'action_unknown'],
    ['a field too many', AUTH, '{"action":"signout","is_admin":true}', 400, 'invalid_request'],
    ['a token that is no text', AUTH, '{"action":"verify-admin","token":{}}', 400, 'invalid_request'],
    ['an unknown deed', ADMIN, '{"action":"printMoney"}', 400, 'action_unknown'],
    ['a deed that is none', ADMIN, '{"action":["createUser"]}', 400, 'action_unknown'],
    ['no deed', ADMIN, '{}', 400, 'action_unknown'],
    ['a deposit of nothing', ADMIN, JSON.stringify(deposit(0)), 400, 'amount_invalid'],
    ['a deposit below nothing', ADMIN, JSON.stringify(deposit(-10)), 400, 'amount_sign_wrong'],
    ['a deposit of 0.001', ADMIN, JSON.stringify(deposit(0.001)), 400, 'amount_invalid'],
    [
      'a deposit of 1e309',
      ADMIN,
      JSON.stringify(deposit(1)).replace('"amountToAdd":1', '"amountToAdd":1e309'),
      400,
      'amount_invalid',
    ],
    [
      'a deposit with too many digits',
      ADMIN,
      JSON.stringify(deposit(1)).replace('"amountToAdd":1', '"amountToAdd":1.000000000000000000000001'),
      400,
      'number_inexact',
    ],
    ['a deposit of 1e300', ADMIN, JSON.stringify(deposit(1e300)), 400, 'amount_invalid'],
    ['a deposit in words', ADMIN, JSON.stringify(deposit('10')), 400, 'amount_invalid'],
    ['a deposit without an amount', ADMIN, JSON.stringify(deposit(undefined)), 400, 'fields_missing'],
    ['a deposit to nobody', ADMIN, JSON.stringify(deposit(1, { userId: newId() })), 404, 'account_missing'],
    ['a deposit to no id', ADMIN, JSON.stringify(deposit(1, { userId: '../x' })), 404, 'account_missing'],
    ['a gift', ADMIN, JSON.stringify(deposit(1, { balanceType: 'gift' })), 400, 'invalid_request'],
    ['a user without a name', ADMIN, JSON.stringify(user({ username: '' })), 400, 'fields_missing'],
    ['a user without a password', ADMIN, JSON.stringify(user({ password: undefined })), 400, 'fields_missing'],
    ['a user with a short name', ADMIN, JSON.stringify(user({ username: 'ab' })), 400, 'username_too_short'],
    ['a user with a short password', ADMIN, JSON.stringify(user({ password: 'short' })), 400, 'password_too_short'],
    ['a user with a debt', ADMIN, JSON.stringify(user({ initialBalance: -1 })), 400, 'balance_negative'],
    ['a user with a third decimal', ADMIN, JSON.stringify(user({ initialBalance: 0.001 })), 400, 'amount_invalid'],
    ['a user for more than the float', ADMIN, JSON.stringify(user({ initialBalance: 1e6 })), 409, 'float_too_small'],
    ['a block of nobody', ADMIN, '{"action":"blockUser","targetUsername":"nobody-here"}', 404, 'account_missing'],
    ['a block of no name', ADMIN, '{"action":"blockUser","targetUsername":"\\n"}', 404, 'account_missing'],
    ['a block of nothing', ADMIN, '{"action":"blockUser","targetUsername":""}', 400, 'fields_missing'],
    ['an unblock of nothing', ADMIN, '{"action":"unblockUser","targetUsername":""}', 400, 'fields_missing'],
    ['a removal of nothing', ADMIN, '{"action":"removeAdmin","adminUsername":""}', 400, 'fields_missing'],
    [
      'a float of nothing',
      ADMIN,
      '{"action":"updateAdminBalance","targetAdmin":"","newBalance":1}',
      400,
      'fields_missing',
    ],
    ['a deposit to an empty id', ADMIN, JSON.stringify(deposit(1, { userId: '' })), 400, 'fields_missing'],
    ['a blacklist without a league', ADMIN, '{"action":"blacklist","leagueKey":""}', 400, 'fields_missing'],
    ['a void of no bet', ADMIN, '{"action":"voidBet","betId":""}', 400, 'fields_missing'],
    ['a stop of an empty event', ADMIN, '{"action":"stopBetting","eventId":"","reason":"x"}', 400, 'fields_missing'],
    ['a game of the day with a misspelt confirmation', ADMIN, games({ oddsConfirmed: true }), 400, 'invalid_request'],
    [
      'a game of the day with a misspelt draw',
      ADMIN,
      games({ odds: { home_team: 2, away_team: 2, drawn: 3 } }),
      400,
      'invalid_request',
    ],
    ['parlay odds of 1e21', PLACE, JSON.stringify({ ...parlay(['ID', 'ID2'], 1), odd: 1e21 }), 400, 'invalid_request'],
    [
      'parlay odds of 1e300',
      PLACE,
      JSON.stringify({ ...parlay(['ID', 'ID2'], 1), odd: 1e300 }),
      400,
      'invalid_request',
    ],
    ['a reason like a book', ADMIN, JSON.stringify(deposit(1, { reason: 'x'.repeat(501) })), 400, 'invalid_request'],
  ]

  test.each(table)('%s', async (_what, path, raw, status, code) => {
    const before = (await product.events()).length
    const reply = await product.call(path, {
      method: 'POST',
      token: tokenFor(path),
      raw: raw.replaceAll('"ID"', `"${game}"`).replaceAll('"USER"', `"${bettor.user.id}"`),
    })
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(reply.body.error).toMatch(/\S/)
    expect(reply.body.error).not.toMatch(/[Ii]nvalid|expected|received|Too |pattern|key:/)
    expect(reply.body.success).toBe(path === PLACE ? false : undefined)
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect((await product.events()).length).toBe(before)
  })

  test.each([
    ['null', PLACE, 'null', 'The request is not valid: must be an object'],
    ['a number for text', PLACE, JSON.stringify(single('ID', 1, { event_id: 7 })), 'event_id: must be text'],
    ['nothing for text', PLACE, JSON.stringify(single('ID', 1, { selection: undefined })), 'selection: must be given'],
    ['text for legs', PLACE, JSON.stringify({ ...parlay([], 1), legs: 'all' }), 'legs: must be a list'],
    ['a leg of nothing', PLACE, JSON.stringify({ ...parlay([], 1), legs: [{}] }), 'legs.0.eventId: must be given'],
    [
      'an unknown policy',
      PLACE,
      JSON.stringify(single('ID', 1, { odds_policy: 'whatever' })),
      'odds_policy: must be one of: within-10-percent, better, none, any',
    ],
    [
      'a policy by another name',
      PLACE,
      JSON.stringify(single('ID', 1, { OddsPolicy: 'none' })),
      'The request is not valid: there is no field "OddsPolicy", only "odds_policy"',
    ],
    [
      'text for true',
      AUTH,
      JSON.stringify({ action: 'signup', username: 'x', password: 'y', adult: 'yes' }),
      'adult: must be true or false',
    ],
    [
      'a field too many',
      AUTH,
      '{"action":"signout","is_admin":true}',
      'The request is not valid: there is no field "is_admin"',
    ],
    [
      'too long a reason',
      ADMIN,
      JSON.stringify(deposit(1, { reason: 'x'.repeat(501) })),
      'reason: must have at most 500 characters',
    ],
    [
      'half a goal',
      ADMIN,
      '{"action":"recordResult","eventId":"x","home":0.5,"away":0}',
      'home: must be a whole number',
    ],
    [
      'less than no goal',
      ADMIN,
      '{"action":"recordResult","eventId":"x","home":-1,"away":0}',
      'home: must be at least 0',
    ],
    [
      'a decision on both',
      ADMIN,
      '{"action":"declineSettlement","request":"x","eventId":"x","betId":"x"}',
      'The request is not valid: it is about either an event or a bet',
    ],
    [
      'a misspelt confirmation of odds',
      ADMIN,
      games({ odds_confrmed: true }),
      'games.0: there is no field "odds_confrmed"',
    ],
    [
      'parlay odds that are none',
      PLACE,
      JSON.stringify({ ...parlay(['x', 'y'], 1), odd: 1e21 }),
      'The odds of the parlay must be decimal odds, from 1.00 to 9,999,999,999.99.',
    ],
    [
      'an action that there is not',
      ADMIN,
      '{"action":"decideRequest","requestId":"x","decision":"maybe"}',
      'decision: must be one of: done, declined',
    ],
    [
      'a reason that is null',
      ADMIN,
      '{"action":"blockUser","targetUsername":"ada","reason":null}',
      'reason: must be text',
    ],
    [
      'a result by hand whose reason is null',
      ADMIN,
      '{"action":"recordResult","eventId":"x","home":1,"away":0,"reason":null}',
      'reason: must be text',
    ],
    ['a name that is null', ADMIN, '{"action":"blockUser","targetUsername":null}', 'Please fill in all fields'],
    [
      'a setting of nothing',
      ADMIN,
      '{"action":"changeSettings","settings":{"max-payout":null},"reason":"because"}',
      'settings.max-payout: must be a number or text',
    ],
    [
      'settings that are none',
      ADMIN,
      '{"action":"changeSettings","settings":"all","reason":"because"}',
      'settings: must be an object',
    ],
    [
      'a request of another kind',
      '/api/account/requests',
      '{"kind":"loan"}',
      'kind: must be one of: deposit, pay-out, closing',
    ],
    [
      'no selection',
      ADMIN,
      '{"action":"decideMarket","eventId":"x","market":"h2h","selections":[]}',
      'selections: must not be empty',
    ],
  ])('says what is wrong with %s', async (_what, path, raw, error) => {
    const reply = await product.call(path, { method: 'POST', token: tokenFor(path), raw })
    expect(reply.body.error).toBe(error)
  })

  test.each([
    ['/api/sports?upcoming=maybe', 'upcoming: must be one of: 0, 1, true, false'],
    ['/api/sports/soccer?endpoint=scores&eventId=1&eventId=2', 'eventId: must be text'],
    ['/api/stream', 'topics: must be given'],
    ['/api/stream?topics=all', 'topics: must be one or more of: live, event:ID (at most 50), me, admin, ticker'],
  ])('says what is wrong with %s', async (path, error) => {
    expect((await product.call(path)).body.error).toBe(error)
  })

  test('bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"action":"signin","username":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('","password":"harbour tide"}'),
    ])
    const reply = await fetch(`${product.origin}${AUTH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bytes,
    })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'text_invalid'])
  })

  test('a form instead of JSON', async () => {
    const reply = await fetch(`${product.origin}${AUTH}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'signin' }),
    })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each(['gzip', 'deflate', 'br', 'identity, gzip'])('a compressed body: %s', async (encoding) => {
    const encode = { deflate: deflateSync, br: brotliCompressSync }[encoding] ?? gzipSync
    const reply = await fetch(`${product.origin}${AUTH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: encode('{"action":"signout"}'),
    })
    const error = 'The request body must not be encoded.'
    expect([reply.status, await reply.json()]).toEqual([415, { error, code: 'unsupported_media_type' }])
  })

  test.each(['gzip, chunked', 'deflate,chunked'])('a body compressed on the way: %s', async (coding) => {
    const body = '{"action":"signout"}'
    const sent = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const answer = await answerTo(
      product.origin,
      `POST ${AUTH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n\r\n${sent}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
    expect(answer).toContain('"code":"unsupported_media_type"')
  })

  test('a body with an explicit identity encoding', async () => {
    const headers = { 'content-encoding': 'Identity' }
    const { body } = await product.call(AUTH, {
      headers,
      body: { action: 'signin', username: 'bob', password: 'wrong' },
    })
    expect(body.code).toBe('credentials_wrong')
  })

  test('an empty body', async () => {
    const { status, body } = await product.call(AUTH, { method: 'POST' })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })

  test.each([
    ['/api/nowhere', 404, 'not_found'],
    ['/api/bets/place-bet', 405, 'method_not_allowed'],
    ['/api/sports/soccer?endpoint=odds', 400, 'invalid_request'],
    ['/api/sports?upcoming=maybe', 400, 'invalid_request'],
    ['/api/sports/%00', 400, 'text_invalid'],
    ['/api/sports/%ED%A0%80', 404, 'not_found'],
    [`/api/sports/${'x'.repeat(300)}`, 404, 'not_found'],
    ['/api/sports/soccer?endpoint=scores&eventId=%00', 400, 'text_invalid'],
    ['/api/stream', 400, 'invalid_request'],
    ['/api/stream?topics=everything', 400, 'invalid_request'],
    ['/api/stream?topics=event:%00', 400, 'text_invalid'],
  ])('GET %s', async (path, status, code) => {
    const reply = await product.call(path)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(reply.body.error).toMatch(/\S/)
  })

  test('the headers of a stream, without the stream', async () => {
    const reply = await product.call('/api/stream?topics=live', { method: 'HEAD' })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, OPTIONS'])
    expect(product.services.hub.size).toBe(0)
  })

  test.each([
    ['/api/bets/my-bets?before=%00', 400],
    ['/api/bets/my-bets?before=abc', 400],
    ['/api/admin/dashboard?page=0', 400],
    ['/api/admin/dashboard?page=-1', 400],
    ['/api/admin/dashboard?page=1e9', 400],
    ['/api/admin/dashboard?page=999999999', 200],
    ['/api/admin/dashboard?list=secrets', 400],
  ])('GET %s of somebody signed in', async (path, status) => {
    expect((await product.call(path, { token: admin.token })).status).toBe(status)
  })

  test('a position that no ledger gave out', async () => {
    for (const position of ['0', 'nonsense', Buffer.from('["a","b","c"]').toString('base64url'), 'x'.repeat(2_000)]) {
      const { status, body } = await product.call('/api/bets/my-bets', {
        token: bettor.token,
        headers: { 'x-ledger-position': position },
      })
      expect([status, body.code]).toEqual([400, 'position_invalid'])
    }
  })

  test.each(['', '?upcoming=true', '?gamesOfDay=true', '/live', '/soccer', '/results'])(
    'a position that no ledger gave out, on the public /api/sports%s',
    async (path) => {
      for (const position of ['nonsense', 'x'.repeat(2_000)]) {
        const { status, body } = await product.call(`/api/sports${path}`, {
          headers: { 'x-ledger-position': position },
        })
        expect([status, body.code]).toEqual([400, 'position_invalid'])
      }
      const strange = await product.call(`/api/sports${path}`, { token: 'x', headers: { 'x-ledger-position': '' } })
      expect(strange.status).toBe(200)
    },
  )

  // a read that waited in vain would reply reads_behind
  test('a position beyond the end of the ledger is not waited for', async () => {
    const { logId } = product.store
    for (const position of ['9'.repeat(30), 'soon']) {
      const { status, body } = await product.call('/api/bets/my-bets', {
        token: bettor.token,
        headers: { 'x-ledger-position': encodePosition({ logId, position, hash: 'a'.repeat(64) }) },
      })
      expect([status, body.code]).toEqual([400, 'position_invalid'])
    }
  })

  test('the position of an action that wrote nothing is waited for by nobody', async () => {
    const { token } = await product.signIn(product.superAdmin.username, product.superAdmin.password)
    const settings = { 'odds-policy': 'within-10-percent' }
    const { body } = await product.admin(token, { action: 'changeSettings', settings, reason: 'as it is' })
    expect([body.success, body.position]).toEqual([true, ''])
    const headers = { 'x-ledger-position': body.position as string }
    expect((await product.call('/api/admin/rules', { token, headers })).status).toBe(200)
  })

  test('what is not HTTP', async () => {
    const answer = await answerTo(product.origin, 'HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"invalid_request"')
  })
})
