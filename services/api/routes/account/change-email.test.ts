// A user's email address: set, changed and removed with the password; visible to its owner and the admins.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dashboard, EmailChanged } from '#services/contract/contract.ts'
import { newId, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

describe('POST /api/account/email', () => {
  let product: TestProduct
  let root: Person
  beforeAll(async () => {
    product = await startTestProduct()
    root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  })
  afterAll(() => product.close())

  const change = ({ token, password }: Person, email: unknown, more: { key?: string; password?: unknown } = {}) =>
    product.call('/api/account/email', {
      token,
      body: { email, password: more.password ?? password },
      headers: { 'idempotency-key': more.key ?? newId() },
    })
  /** Polls, because replies to admins are cached until this process hears of the change. */
  const seen = (person: Person) => expect.poll(() => seenByAdmins(person))
  const seenByAdmins = async ({ user }: Person) => {
    const { body } = await product.call('/api/admin/dashboard?list=users', { token: root.token })
    return (body as unknown as Dashboard).users.find(({ id }) => id === user.id)?.email
  }

  test('sets, changes and removes it', async () => {
    const person = await product.signUp()
    expect(person.user).not.toHaveProperty('email')
    await seen(person).toBeNull()
    const set = await change(person, ' Ada@Example.ORG ')
    expect([set.status, EmailChanged.parse(set.body).user.email]).toEqual([200, 'Ada@example.org'])
    await seen(person).toBe('Ada@example.org')
    expect((await product.signIn(person.user.username, person.password)).user.email).toBe('Ada@example.org')
    expect((await change(person, 'ada@example.com')).status).toBe(200)
    const removed = await change(person, null)
    expect([removed.status, removed.body.user]).toEqual([200, person.user])
    await seen(person).toBeNull()
    const own = (await product.events('EmailChanged')).filter(({ stream }) => stream === `account-${person.user.id}`)
    expect(own.map(({ body }) => Object.keys(JSON.parse(body).data))).toEqual([['email'], ['email'], []])
    expect(own.map(({ body }) => body).join()).not.toMatch(/example/i)
    expect(product.securityLog.filter((line) => line.includes('user_updated')).length).toBe(3)
    expect(product.securityLog.join()).not.toMatch(/example/i)
  })

  test.each<[string, { email?: string; password?: string }, number, string]>([
    ['no address', { email: 'ada' }, 400, 'email_invalid'],
    ['another password', { password: 'a guess' }, 403, 'password_wrong'],
    ['no password', { password: '' }, 400, 'fields_missing'],
    ['an address like a book', { email: `${'a'.repeat(700)}@example.org` }, 400, 'invalid_request'],
  ])('refuses %s, and changes nothing', async (_, { email = 'ada@example.org', password }, status, code) => {
    const person = await product.signUp()
    const refused = await change(person, email, { password })
    expect([refused.status, refused.body.code]).toEqual([status, code])
    await expect.poll(() => seenByAdmins(person)).toBeNull()
  })

  test('takes a key for one address only, and needs a session', async () => {
    const person = await product.signUp()
    const key = newId()
    expect((await change(person, 'ada@example.org', { key })).status).toBe(200)
    expect((await change(person, 'ada@example.org', { key })).status).toBe(200)
    expect((await change(person, 'eve@example.org', { key })).body.code).toBe('key_reused')
    expect((await change({ ...person, token: 'x'.repeat(43) }, null)).status).toBe(401)
  })
})
