// A user's own sessions: listed, and ended one by one or all others at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OwnSessions } from '#services/contract/contract.ts'
import { type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

describe('own sessions', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct()
  })
  afterAll(() => product.close())

  const listed = async (token: string) =>
    OwnSessions.parse((await product.call('/api/account/sessions', { token })).body).sessions
  const end = (token: string | null, body: unknown) => product.call('/api/account/sessions/end', { token, body })
  const isOpen = async (token: string) => (await product.call('/api/account/sessions', { token })).status === 200

  /** Somebody signed in on three devices. */
  async function somebody(): Promise<Person & { phone: string; tablet: string }> {
    const person = await product.signUp()
    const { username: name } = person.user
    const on = async (device: string) => {
      const { body } = await product.auth(
        { action: 'signin', username: name, password: person.password },
        { headers: { 'user-agent': device } },
      )
      return body.token as string
    }
    return { ...person, phone: await on('a phone'), tablet: await on('a tablet') }
  }

  test('are listed to their owner only, the current one first', async () => {
    const { token, phone } = await somebody()
    await product.signUp()
    const own = await listed(phone)
    expect(own).toHaveLength(3)
    expect(own.map(({ current }) => current)).toEqual([true, false, false])
    expect(own[0]).toMatchObject({ userAgent: 'a phone', usedAt: own[0]!.signedInAt })
    expect((await listed(token)).find(({ userAgent }) => userAgent === 'a phone')).toMatchObject({ current: false })
  })

  test('end one by one, and nobody ends somebody else’s', async () => {
    const { token, phone, tablet } = await somebody()
    const stranger = await product.signUp()
    const logged = () => product.securityLog.filter((line) => line.includes('authn_sessions_ended')).length
    const before = logged()
    const { id } = (await listed(token)).find(({ userAgent }) => userAgent === 'a phone')!
    expect((await end(stranger.token, { session: id })).status).toBe(200)
    expect([await isOpen(phone), logged()]).toEqual([true, before])
    expect((await end(token, { session: id })).body).toEqual({ success: true })
    expect([await isOpen(phone), await isOpen(tablet), await isOpen(token)]).toEqual([false, true, true])
    expect(await listed(token)).toHaveLength(2)
    expect(logged()).toBe(before + 1)
  })

  test('all others end at once, in every process', async () => {
    const { token, phone, tablet } = await somebody()
    const other = await product.another()
    try {
      const elsewhere = (bearer: string) =>
        fetch(`${other.origin}/api/account/sessions`, { headers: { authorization: `Bearer ${bearer}` } })
      expect((await elsewhere(phone)).status).toBe(200)
      await end(token, { others: true })
      expect([await isOpen(phone), await isOpen(tablet), await isOpen(token)]).toEqual([false, false, true])
      await expect.poll(async () => (await elsewhere(phone)).status).toBe(401)
      expect((await elsewhere(token)).status).toBe(200)
    } finally {
      await other.close()
    }
  })

  test('need a session, and a body that says which to end', async () => {
    expect((await product.call('/api/account/sessions')).status).toBe(401)
    expect((await end(null, { others: true })).status).toBe(401)
    const { token } = await product.signUp()
    const error = 'The request is not valid: must have either a session, or others: true'
    for (const body of [{}, { others: false }, { session: 1 }, { others: true, session: 'x' }]) {
      const refused = await end(token, body)
      expect([body, refused.status, refused.body.error]).toEqual([body, 400, error])
    }
    const none = await end(token, { session: 'a phone' })
    expect([none.status, none.body.error]).toEqual([400, 'session: has the wrong form'])
  })
})
