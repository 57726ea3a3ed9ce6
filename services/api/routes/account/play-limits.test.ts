// A bettor's play limits and breaks through the API: set by the bettor alone, and enforced.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PlayLimits } from '#services/contract/contract.ts'
import { newId, type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'

describe('play limits', () => {
  let product: TestProduct
  let admin: Person
  let bettor: Person
  let now = new Date('2026-11-20T12:00:00.000Z')
  beforeAll(async () => {
    product = await startTestProduct({ businessNow: () => now })
    admin = await product.anAdmin(10_000)
  })
  beforeEach(async () => {
    bettor = await product.aBettor(admin, 500)
  })
  afterAll(() => product.close())

  const limits = async (person = bettor) =>
    PlayLimits.parse((await product.call('/api/account/limits', { token: person.token })).body)
  const limitOf = async (kind: string, period: string) =>
    (await limits()).limits.find((one) => one.kind === kind && one.period === period)
  const set = (body: unknown, key = newId(), token: string | null = bettor.token) =>
    product.call('/api/account/limits', { token, body, headers: { 'idempotency-key': key } })
  const take = (length: string, key = newId()) =>
    product.call('/api/account/breaks', {
      token: bettor.token,
      body: { length },
      headers: { 'idempotency-key': key },
    })
  const bet = (euros: number) => product.place(bettor.token, single(product.newGame(), euros))

  test('are not set at first', async () => {
    const { limits: all, break: taken } = await limits()
    expect(all.map(({ kind, period }) => `${kind} ${period}`)).toEqual([
      'stake day',
      'stake week',
      'stake month',
      'loss day',
      'loss week',
      'loss month',
    ])
    expect(all[0]).toEqual({
      kind: 'stake',
      period: 'day',
      amount: null,
      used: 0,
      left: null,
      periodEnds: '2026-11-20T23:00:00.000Z',
      pending: null,
    })
    expect(taken).toBeNull()
  })

  test('apply to bets at once, and the refusal says which limit and what is left', async () => {
    expect((await bet(10)).status).toBe(200)
    const reply = await set({ kind: 'stake', period: 'day', amount: 25.5 })
    expect([reply.status, reply.headers.get('x-ledger-position')]).toEqual([200, expect.any(String)])
    expect(PlayLimits.parse(reply.body).limits[0]).toMatchObject({ amount: 25.5, used: 10, left: 15.5 })
    const refused = await bet(15.51)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'stake_limit_reached',
        error: 'Your own limit on stakes is €25.50 a day, and €15.50 is left of it.',
        success: false,
      },
    ])
    expect((await bet(15.5)).status).toBe(200)
    expect((await bet(1)).body.error).toBe('Your own limit on stakes is €25.50 a day, and nothing is left of it.')
  })

  test('rise after a day, unless the increase is withdrawn', async () => {
    await set({ kind: 'loss', period: 'week', amount: 20 })
    await set({ kind: 'loss', period: 'week', amount: null })
    const waiting = { amount: 20, pending: { amount: null, effectiveAt: '2026-11-21T12:00:00.000Z' } }
    expect(await limitOf('loss', 'week')).toMatchObject(waiting)
    expect((await bet(21)).body.code).toBe('loss_limit_reached')
    await set({ kind: 'loss', period: 'week', amount: 20 })
    expect(await limitOf('loss', 'week')).toMatchObject({ amount: 20, pending: null })
    await set({ kind: 'loss', period: 'week', amount: 40 })
    now = new Date('2026-11-21T12:00:00.000Z')
    expect(await limitOf('loss', 'week')).toMatchObject({ amount: 40, pending: null })
  })

  test('are set once under a key, and repeating it gets the first reply', async () => {
    const key = newId()
    const body = { kind: 'stake', period: 'month', amount: 100 }
    const first = await set(body, key)
    expect((await set(body, key)).body).toEqual(first.body)
    const other = await set({ ...body, amount: 90 }, key)
    expect([other.status, other.body.code]).toEqual([409, 'key_reused'])
    const events = (await product.events('PlayLimitSet')).filter(({ stream }) => stream.endsWith(bettor.user.id))
    expect(events).toHaveLength(1)
  })

  test('above the maximum are refused with the allowed range', async () => {
    const { status, body } = await set({ kind: 'stake', period: 'day', amount: 1e12 })
    const error = 'A limit must be from €0.10 to €10,000,000,000.'
    expect([status, body]).toEqual([400, { error, code: 'play_limit_invalid' }])
  })

  test.each([[0], [0.05], [-5], [1.005], ['ten'], [undefined]])('%j is not a limit', async (amount) => {
    const { status, body } = await set({ kind: 'stake', period: 'day', amount })
    expect([status, body.code]).toEqual([400, 'play_limit_invalid'])
  })

  test('a break refuses bets, and cannot be shortened', async () => {
    const reply = await take('7-days')
    const until = new Date(now.getTime() + 7 * 86_400_000).toISOString()
    expect([reply.status, reply.body.break]).toEqual([200, { kind: 'time-out', until }])
    expect((await bet(1)).body).toMatchObject({ code: 'time_out', success: false })
    expect((await take('24-hours')).body.code).toBe('break_in_force')
    expect((await take('for-good')).body.break).toEqual({ kind: 'self-exclusion', until: null })
    expect((await bet(1)).body.code).toBe('self_excluded')
    // an admin cannot end it either
    await product.admin(admin.token, { action: 'unblockUser', targetUsername: bettor.user.username })
    expect((await bet(1)).body.code).toBe('self_excluded')
    expect((await product.signIn(bettor.user.username, bettor.password)).token).toEqual(expect.any(String))
  })

  test('are for bettors only, each for their own account', async () => {
    for (const path of ['/api/account/limits', '/api/account/breaks']) {
      expect((await product.call(path, { body: { length: '7-days' } })).status).toBe(401)
    }
    expect((await product.call('/api/account/limits', { token: admin.token })).body.code).toBe('not_a_bettor')
    const byAdmin = await set({ kind: 'stake', period: 'day', amount: 1 }, newId(), admin.token)
    expect([byAdmin.status, byAdmin.body.code]).toEqual([403, 'not_a_bettor'])
    await set({ kind: 'stake', period: 'day', amount: 1 })
    const other = await product.aBettor(admin, 10)
    expect((await limits(other)).limits[0]).toMatchObject({ amount: null })
    const named = await set({ kind: 'stake', period: 'day', amount: 1, account: other.user.id })
    expect(named.status).toBe(400)
  })
})
