// Sessions as admins see and end them, and what else ends them, in every process.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AdminSessions } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { newId, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

let product: TestProduct
let other: Awaited<ReturnType<TestProduct['another']>>
let admin: Person
let root: Person
beforeAll(async () => {
  product = await startTestProduct()
  other = await product.another()
  admin = await product.anAdmin(1_000)
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
})
afterAll(async () => {
  await other.close()
  await product.close()
})

const read = (by: Person, { user }: Person) =>
  product.call(`/api/admin/sessions?username=${encodeURIComponent(user.username)}`, { token: by.token })
const end = (by: Person, { user }: Person, more: object = {}, key = newId()) =>
  product.admin(
    by.token,
    { action: 'endSessions', targetUsername: user.username, reason: 'seen elsewhere', ...more },
    { headers: { 'idempotency-key': key } },
  )
const here = async (token: string) => (await product.call('/api/account/sessions', { token })).status
const elsewhere = async (token: string) =>
  (await fetch(`${other.origin}/api/account/sessions`, { headers: { authorization: `Bearer ${token}` } })).status
const eventsOf = async ({ user }: Person) =>
  (await product.events('SessionsEnded'))
    .filter(({ stream }) => stream.endsWith(user.id))
    .map((e) => decodeBody(e.body))

/** Makes both processes know the session. */
async function known(...people: Person[]): Promise<void> {
  for (const { token } of people) expect([await here(token), await elsewhere(token)]).toEqual([200, 200])
}

/** The session has ended in both processes, for good. */
async function gone(token: string): Promise<void> {
  expect(await here(token)).not.toBe(200)
  await expect.poll(() => elsewhere(token)).not.toBe(200)
  for (const status of [here, elsewhere, here, elsewhere]) expect(await status(token)).not.toBe(200)
}

describe('the sessions of a user', () => {
  test('are listed with device, times and address', async () => {
    const bettor = await product.aBettor(admin, 1)
    await product.auth(
      { action: 'signin', username: bettor.user.username, password: bettor.password },
      { headers: { 'user-agent': 'a phone' } },
    )
    const { status, body } = await read(admin, bettor)
    expect(status).toBe(200)
    const { sessions, secondFactor } = AdminSessions.parse(body)
    expect(secondFactor).toBe(false)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ userAgent }) => userAgent === 'a phone')).toMatchObject({
      address: '127.0.0.1',
      current: false,
      secondFactor: false,
    })
    expect(JSON.stringify(body)).not.toContain(bettor.token)
  })

  test('end one by one or all at once, in every process, as an event with actor and reason', async () => {
    const bettor = await product.aBettor(admin, 1)
    const phone = await product.signIn(bettor.user.username, bettor.password)
    const tablet = await product.signIn(bettor.user.username, bettor.password)
    await known(bettor, phone, tablet)
    const { sessions } = AdminSessions.parse((await read(admin, bettor)).body)
    const [session] = sessions.map(({ id }) => id)
    expect((await end(admin, bettor, { session })).status).toBe(200)
    const left = AdminSessions.parse((await read(admin, bettor)).body).sessions.map(({ id }) => id)
    expect(left.toSorted()).toEqual(
      sessions
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    )
    const key = newId()
    expect([(await end(admin, bettor, {}, key)).status, (await end(admin, bettor, {}, key)).status]).toEqual([200, 200])
    for (const { token } of [bettor, phone, tablet]) await gone(token)
    const events = await eventsOf(bettor)
    expect(events.map(({ data }) => data)).toEqual([{ session }, {}])
    for (const { meta } of events) {
      expect(meta).toMatchObject({ actor: { id: admin.user.id, role: 'admin' }, reason: { code: 'by-admin' } })
    }
  })

  test('that began later are left alone by a repeated request, and older ones are ended', async () => {
    const bettor = await product.aBettor(admin, 1)
    const key = newId()
    // more than anybody is shown
    const { pool } = product.services
    await pool.query(
      `insert into app.session (token_hash, account_id, ip, user_agent, salt, commitment, created_at, expires_at)
       select sha256(n::text::bytea), account_id, ip, user_agent, salt, commitment || n, created_at, expires_at
         from app.session, generate_series(1, 120) as n where account_id = $1`,
      [bettor.user.id],
    )
    const cutOff = vi.spyOn(product.services.sessions, 'endAll').mockRejectedValueOnce(new Error('cut off'))
    expect((await end(admin, bettor, {}, key)).status).toBe(500)
    cutOff.mockRestore()
    expect(await here(bettor.token)).toBe(200)
    const since = await product.signIn(bettor.user.username, bettor.password)
    for (let n = 0; n < 2; n++) {
      expect((await end(admin, bettor, {}, key)).status).toBe(200)
      const left = await pool.query('select from app.session where account_id = $1', [bettor.user.id])
      expect(left.rowCount).toBe(1)
    }
    await gone(bettor.token)
    await known(since)
    expect(await eventsOf(bettor)).toHaveLength(1)
    const told = product.securityLog.filter((line) => line.includes(`"account":"${bettor.user.id}"`))
    expect(told.filter((line) => line.includes('authn_sessions_ended')).length).toBeLessThanOrEqual(1)
  })

  test('are ended only under their owner’s name, and while they exist', async () => {
    const [bettor, another] = [await product.aBettor(admin, 1), await product.aBettor(admin, 1)]
    const sessionOf = async (person: Person) => AdminSessions.parse((await read(admin, person)).body).sessions[0]!.id
    for (const session of [await sessionOf(another), '0'.repeat(64)]) {
      const { status, body } = await end(admin, bettor, { session })
      expect([status, body.code]).toEqual([404, 'session_missing'])
    }
    await known(bettor, another)
    const [session, key] = [await sessionOf(bettor), newId()]
    for (let n = 0; n < 2; n++) expect((await end(admin, bettor, { session }, key)).status).toBe(200)
    expect((await end(admin, bettor, { session })).status).toBe(404)
    expect([(await eventsOf(bettor)).length, await eventsOf(another)]).toEqual([1, []])
  })

  test('of admins are shown to and ended by super admins; one’s own are in Settings', async () => {
    const colleague = await product.anAdmin(1)
    for (const reply of [await read(admin, colleague), await end(admin, colleague), await read(admin, root)])
      expect([reply.status, reply.body.code]).toEqual([403, 'super_admin_required'])
    expect((await end(admin, admin)).body.code).toBe('super_admin_required')
    expect((await end(root, root)).body.code).toBe('own_account')
    expect((await read(admin, admin)).status).toBe(200)
    await known(colleague)
    expect((await end(root, colleague)).status).toBe(200)
    await gone(colleague.token)
  })

  test('are not for bettors or strangers to see or end; and bodies are validated', async () => {
    const bettor = await product.signUp()
    for (const reply of [await read(bettor, bettor), await end(bettor, bettor)])
      expect([reply.status, reply.body.code]).toEqual([403, 'not_an_admin'])
    expect((await read({ ...bettor, token: 'x'.repeat(43) }, bettor)).status).toBe(401)
    const nobody = { ...bettor, user: { ...bettor.user, username: 'nobody-at-all' } }
    for (const reply of [await read(admin, nobody), await end(admin, nobody)])
      expect([reply.status, reply.body.code]).toEqual([404, 'account_missing'])
    for (const more of [{ session: 'x' }, { session: null }, { all: true }])
      expect([more, (await end(admin, bettor, more)).status]).toEqual([more, 400])
    expect(await here(bettor.token)).toBe(200)
  })
})

describe('sessions end everywhere', () => {
  test.each<[string, (bettor: Person) => Promise<{ status: number }>]>([
    ['with a block', ({ user }) => product.admin(admin.token, { action: 'blockUser', targetUsername: user.username })],
    [
      'with a change of the password',
      ({ token, password }) =>
        product.auth({ action: 'change-password', oldPassword: password, newPassword: 'quite another one' }, { token }),
    ],
  ])('%s', async (_, act) => {
    const bettor = await product.aBettor(admin, 1)
    const phone = await product.signIn(bettor.user.username, bettor.password)
    await known(bettor, phone)
    expect((await act(bettor)).status).toBe(200)
    for (const { token } of [bettor, phone]) await gone(token)
  })
})
