// Requests to the admins: filed, listed to both sides at once, answered once, and private to their owner.
import { createEventSource } from 'eventsource-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnRequests, RequestQueue } from '#services/contract/contract.ts'
import { ATTEMPT_LIMITS } from '../../limits/attempts.ts'
import { newId, newName, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

describe('requests', () => {
  let product: TestProduct
  let admin: Person
  beforeAll(async () => {
    product = await startTestProduct({
      attemptLimits: { ...ATTEMPT_LIMITS, forgottenByAddress: 8, forgottenByName: 3 },
    })
    admin = await product.anAdmin(1_000)
  })
  afterAll(() => product.close())

  const file = ({ token }: Person, body: object, key = newId()) =>
    product.call('/api/account/requests', { token, body, headers: { 'idempotency-key': key } })
  const own = async ({ token }: Person) =>
    ((await product.call('/api/account/requests', { token })).body as OwnRequests).requests
  const queue = async (type = 'requests') => {
    const all: RequestQueue['requests'] = []
    for (let page = 1; ; page += 1) {
      const { body } = await product.call(`/api/admin/dashboard?type=${type}&page=${page}`, { token: admin.token })
      const { requests, total } = RequestQueue.parse(body)
      all.push(...requests)
      if (all.length >= total) return all
    }
  }
  const decide = (requestId: unknown, decision: string, by = admin, answer?: string) =>
    product.admin(by.token, { action: 'decideRequest', requestId, decision, answer })
  const forgot = (username: string) => product.auth({ action: 'forgot-password', username })

  test('of a bettor are in the queue at once, and answered to their owner', async () => {
    const bettor = await product.aBettor(admin, 12)
    let told = 0
    const stream = createEventSource({
      url: `${product.origin}/api/stream?topics=admin`,
      headers: { authorization: `Bearer ${admin.token}` },
      onMessage: ({ data }) => {
        if (JSON.parse(data).kind === 'admin') told += 1
      },
    })
    await expect.poll(() => told).toBeGreaterThan(0)
    const before = told
    const filed = await file(bettor, { kind: 'pay-out', amount: 10.5, note: ' to my bank ' })
    expect([filed.status, filed.body]).toMatchObject([
      200,
      { kind: 'pay-out', amount: 10.5, note: 'to my bank', state: 'open', answer: '', decidedAt: null },
    ])
    await expect.poll(() => told).toBeGreaterThan(before)
    stream.close()
    expect((await queue()).find(({ id }) => id === filed.body.id)).toMatchObject({
      userId: bettor.user.id,
      username: bettor.user.username,
      email: null,
      amount: 10.5,
      balance: '12.00',
    })
    const paid = { action: 'updateBalance', userId: bettor.user.id, amountToAdd: -10.5, balanceType: 'withdraw' }
    expect((await product.admin(admin.token, paid)).status).toBe(200)
    expect((await queue()).find(({ id }) => id === filed.body.id)).toMatchObject({ balance: '1.50' })
    expect((await decide(filed.body.id, 'done', admin, 'Paid today.')).status).toBe(200)
    expect(await own(bettor)).toMatchObject([{ id: filed.body.id, state: 'done', answer: 'Paid today.' }])
    expect((await queue()).some(({ id }) => id === filed.body.id)).toBe(false)
    expect((await queue('decided-requests'))[0]).toMatchObject({
      id: filed.body.id,
      state: 'done',
      decidedBy: admin.user.username,
    })
  })

  test('of people whose account is then closed say so, and end with an answer', async () => {
    const bettor = await product.signUp()
    const { body } = await file(bettor, { kind: 'deposit', amount: 20 })
    const waiting = () => queue().then((all) => all.find(({ id }) => id === body.id))
    expect(await waiting()).toMatchObject({ ending: null })
    const closed = await product.call('/api/account/closing', {
      token: bettor.token,
      body: { password: bettor.password },
      headers: { 'idempotency-key': newId() },
    })
    expect(closed.body).toMatchObject({ closed: true })
    await expect.poll(waiting).toMatchObject({ ending: 'closed' })
    const deposit = { action: 'updateBalance', userId: bettor.user.id, amountToAdd: 20, balanceType: 'deposit' }
    expect((await product.admin(admin.token, deposit)).body.code).toBe('account_closed')
    expect((await decide(body.id, 'declined', admin, 'The account was closed.')).status).toBe(200)
    expect(await waiting()).toBeUndefined()
  })

  test('are answered once, and not by their owner', async () => {
    const bettor = await product.signUp()
    const { body } = await file(bettor, { kind: 'deposit', amount: 20 })
    expect((await decide(body.id, 'declined', admin, 'No.')).status).toBe(200)
    expect((await decide(body.id, 'declined', admin, 'No.')).status).toBe(200)
    expect((await decide(body.id, 'done')).body.code).toBe('request_decided')
    expect((await decide(newId(), 'done')).body.code).toBe('request_missing')
    const closing = await file(admin, { kind: 'closing' })
    expect((await queue()).find(({ id }) => id === closing.body.id)).toMatchObject({ balance: null, userPage: null })
    expect((await decide(closing.body.id, 'done')).body.code).toBe('own_account')
    expect((await file(admin, { kind: 'deposit', amount: 1 })).body.code).toBe('request_without_wallet')
    const { status } = await product.admin(bettor.token, {
      action: 'decideRequest',
      requestId: closing.body.id,
      decision: 'done',
    })
    expect(status).toBe(403)
  })

  test('are filed once under a key, five at a time, and withdrawn only by their owner', async () => {
    const [bettor, other] = [await product.signUp(), await product.signUp()]
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => file(bettor, { kind: 'deposit', amount: 1 }, key)),
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await file(bettor, { kind: 'deposit', amount: 2 }, key)).body.code).toBe('key_reused')
    const more = await Promise.all(Array.from({ length: 7 }, () => file(bettor, { kind: 'deposit', amount: 3 })))
    expect(more.filter(({ body }) => body.code === 'requests_full')).toHaveLength(3)
    const withdraw = (by: Person) =>
      product.call('/api/account/requests/withdraw', { token: by.token, body: { request: replies[0]!.body.id } })
    expect((await withdraw(other)).body.code).toBe('request_missing')
    expect((await withdraw(bettor)).status).toBe(200)
    expect((await withdraw(bettor)).status).toBe(200)
    expect((await own(bettor)).filter(({ state }) => state === 'open')).toHaveLength(4)
    expect(await own(other)).toEqual([])
    expect((await file(bettor, { kind: 'closing' })).status).toBe(200)
  })

  test('to close the account are limited to one at a time', async () => {
    const bettor = await product.signUp()
    const [one, two] = [await file(bettor, { kind: 'closing', note: 'bye' }), await file(bettor, { kind: 'closing' })]
    expect(two.body).toEqual(one.body)
  })

  test.each([
    ['nothing', { kind: 'deposit', amount: 0 }, 'amount_invalid'],
    ['less than nothing', { kind: 'pay-out', amount: -5 }, 'amount_invalid'],
    ['a tenth of a cent', { kind: 'deposit', amount: 0.001 }, 'amount_invalid'],
    ['no amount', { kind: 'deposit' }, 'amount_invalid'],
    ['a password, signed in', { kind: 'password' }, 'invalid_request'],
    ['a book', { kind: 'closing', note: 'x'.repeat(5_000) }, 'invalid_request'],
  ])('for %s are refused', async (_, body, code) => {
    const bettor = await product.signUp()
    expect((await file(bettor, body)).body.code).toBe(code)
    expect(await own(bettor)).toEqual([])
  })

  test('for a forgotten password get the same answer for any name, and reach the queue', async () => {
    const bettor = await product.signUp()
    const { username } = bettor.user
    const replies = [await forgot(username.toUpperCase()), await forgot(newName()), await forgot('no name at all!')]
    expect(replies.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, '{"success":true}']))
    await expect.poll(async () => (await own(bettor)).map(({ kind }) => kind)).toEqual(['password'])
    await forgot(username)
    const waiting = () => queue().then((all) => all.filter(({ userId }) => userId === bettor.user.id))
    expect(await waiting()).toMatchObject([{ kind: 'password', state: 'open' }])
    const nobody = newName()
    for (const name of [username, nobody, nobody, nobody]) await forgot(name)
    // the fourth request about the same name, whether or not anybody has it
    const refused = [await forgot(username), await forgot(nobody)]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([429, 'rate_limited']))
    expect(await waiting()).toHaveLength(1)
  })

  test('for names that nobody can have are counted separately, so that others get their answer', async () => {
    await product.services.pool.query('delete from app.attempt')
    const replies = []
    for (const name of ['no name!', 'nor this!', 'nor that!', 'or these!']) replies.push(await forgot(name))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('that this process may not have heard of make the admins fetch again', async () => {
    const told: string[] = []
    const stream = createEventSource({
      url: `${product.origin}/api/stream?topics=admin`,
      headers: { authorization: `Bearer ${admin.token}` },
      onMessage: ({ data }) => told.push(JSON.parse(data).kind),
    })
    await expect.poll(() => told).toContain('admin')
    const { rows } = await product.services.pool.query(
      `select pg_terminate_backend(pid) as cut from pg_stat_activity
        where datname = current_database() and application_name = 'fairbook listen'`,
    )
    expect(rows).toContainEqual({ cut: true })
    await expect.poll(() => told.filter((kind) => kind === 'admin').length).toBeGreaterThan(1)
    stream.close()
  })

  test('are deleted with the account', async () => {
    const bettor = await product.signUp()
    await file(bettor, { kind: 'closing', note: 'my reasons' })
    await product.services.pool.query('delete from app.identity where account_id = $1', [bettor.user.id])
    const { rowCount } = await product.services.pool.query(`select from app.request where note = 'my reasons'`)
    expect(rowCount).toBe(0)
  })
})
