// A bettor asks for the account to be closed: this happens automatically once nothing is left in it, whatever is
// interrupted, repeated or done at the same moment.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Accounts } from '#services/accounts/accounts.ts'
import { createClosings } from '#services/accounts/closing/closings.ts'
import { cutOff, PowerCut } from '#services/accounts/testing/power-cut.ts'
import { verify } from '#services/auditor/verify.ts'
import type { AuditPage, Customer, UserList } from '#services/contract/contract.ts'
import { caughtUp } from '../../../testing/caught-up.ts'
import { newId, type Person, single, startTestProduct, type TestProduct } from '../../../testing/product.ts'
import { sessionOf } from '../../../testing/session-of.ts'

let product: TestProduct
let admin: Person
let root: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(10_000)
})
afterAll(() => product.close())

const PATH = '/api/account/closing'
const post = (path: string, token: string, body: object, key = newId()) =>
  product.call(path, { token, method: 'POST', body, headers: { 'idempotency-key': key } })
const wish = ({ token, password }: Person, key = newId()) => post(PATH, token, { password }, key)
const cancel = ({ token }: Person) => product.call(`${PATH}/cancel`, { token, method: 'POST' })
const stateOf = ({ user }: Person) => product.services.accounts.read(user.id)
const money = (by: Person, to: Person, balanceType: 'deposit' | 'withdraw', euros: number, key = newId()) => {
  const amountToAdd = balanceType === 'deposit' ? euros : -euros
  const body = { action: 'updateBalance', userId: to.user.id, amountToAdd, balanceType, reason: 'Asked for it' }
  return product.admin(by.token, body, { headers: { 'idempotency-key': key } })
}
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]
const isSignedIn = async ({ token }: Person) => (await product.call('/api/bets/my-bets', { token })).status === 200
const asks = ({ token }: Person, kind: 'deposit' | 'pay-out') =>
  post('/api/account/requests', token, { kind, amount: 20 })
const close = (by: Person, { user }: Person, reason = 'Died in spring') =>
  product.admin(by.token, { action: 'closeAccount', userId: user.id, reason })

describe('the wish to close an account', () => {
  test('closes an empty account at once, for good', async () => {
    const bettor = await product.signUp()
    const { status, body } = await wish(bettor)
    expect([status, body]).toEqual([200, { closed: true }])
    expect(await isSignedIn(bettor)).toBe(false)
    const again = await product.auth({ action: 'signin', username: bettor.user.username, password: bettor.password })
    expect(answer(again)).toEqual([409, 'account_closed'])
    const name = { action: 'signup', username: bettor.user.username, password: 'another password', adult: true }
    expect(answer(await product.auth(name))).toEqual([409, 'username_taken'])
  })

  test('needs the password, and is not for admins', async () => {
    const bettor = await product.signUp()
    expect(answer(await wish({ ...bettor, password: 'a guess' }))).toEqual([403, 'password_wrong'])
    expect(answer(await wish({ ...bettor, password: '' }))).toEqual([400, 'fields_missing'])
    expect(answer(await wish(admin))).toEqual([403, 'not_a_bettor'])
    expect(answer(await wish({ ...bettor, token: 'x'.repeat(43) }))).toEqual([401, 'unauthorized'])
    expect(await stateOf(bettor)).toMatchObject({ closed: false, closingSince: undefined })
  })

  test('waits for what is left, and can be withdrawn', async () => {
    const bettor = await product.aBettor(admin, 20)
    const key = newId()
    expect((await wish(bettor, key)).body).toEqual({ closed: false })
    expect((await wish(bettor, key)).body).toEqual({ closed: false })
    const { body } = await product.call(PATH, { token: bettor.token })
    expect(body).toEqual({ requestedAt: expect.any(String), balance: '20.00', openBets: 0 })
    const game = product.newGame()
    expect(answer(await product.place(bettor.token, single(game, 1)))).toEqual([409, 'account_closing'])
    expect(answer(await asks(bettor, 'deposit'))).toEqual([409, 'account_closing'])
    expect(answer(await asks(bettor, 'pay-out'))).toEqual([200, undefined])
    expect(answer(await money(admin, bettor, 'deposit', 5))).toEqual([409, 'account_closing'])
    const gift = { action: 'payGoodwill', userId: bettor.user.id, amount: 5, reason: 'Sorry' }
    expect(answer(await product.admin(root.token, gift))).toEqual([409, 'account_closing'])
    const cancelled = await cancel(bettor)
    expect([cancelled.status, cancelled.headers.get('x-ledger-position')]).toEqual([200, expect.any(String)])
    const again = await cancel(bettor)
    expect([again.status, again.headers.get('x-ledger-position')]).toEqual([200, null])
    expect((await product.place(bettor.token, single(game, 1))).status).toBe(200)
    expect((await money(admin, bettor, 'deposit', 5)).status).toBe(200)
  })

  test('is carried out by the sweep once the money is paid out', async () => {
    const bettor = await product.aBettor(admin, 20)
    await wish(bettor)
    await caughtUp(product)
    await product.services.closings.finishDue()
    expect((await stateOf(bettor)).closed).toBe(false)
    const paid = newId()
    expect((await money(admin, bettor, 'withdraw', 20, paid)).status).toBe(200)
    await caughtUp(product)
    await Promise.all([product.services.closings.finishDue(), product.services.closings.finishDue()])
    expect((await stateOf(bettor)).closed).toBe(true)
    await expect.poll(() => isSignedIn(bettor)).toBe(false)
    // a repeat of what was done before gets the first reply
    expect((await money(admin, bettor, 'withdraw', 20, paid)).status).toBe(200)
    expect(answer(await money(admin, bettor, 'deposit', 20))).toEqual([409, 'account_closed'])
  })

  test('is completed by the sweep if the process died in between', async () => {
    const { accounts, pool, queries } = product.services
    const bettor = await product.signUp()
    const meta = {
      actor: { id: bettor.user.id, role: 'user' },
      session: await sessionOf(product, bettor),
      command: { id: newId(), hash: '0'.repeat(64) },
      correlation: newId(),
      causation: null,
      at: new Date().toISOString(),
      reason: null,
    } as const
    const closingsOf = (through: Accounts) =>
      createClosings({ pool, queries, businessNow: () => new Date(), accounts: through })
    const dying = closingsOf(cutOff(accounts, 'before', { type: 'CloseAccount' }))
    await expect(dying.request(bettor.user.id, meta)).rejects.toThrow(PowerCut)
    expect(await stateOf(bettor)).toMatchObject({ closed: false, closingSince: expect.any(String) })
    await caughtUp(product)
    // the event is stored, the sessions have not been ended
    await closingsOf(cutOff(accounts, 'after'))
      .finishDue()
      .catch(() => undefined)
    expect((await stateOf(bettor)).closed).toBe(true)
    await caughtUp(product)
    await product.services.closings.finishDue()
    const { rows } = await pool.query('select from app.session where account_id = $1', [bettor.user.id])
    expect([rows.length, await isSignedIn(bettor)]).toEqual([0, false])
  })

  test('leaves no money out of reach when a deposit or a bet comes at the same moment', async () => {
    const bettors = await Promise.all(Array.from({ length: 6 }, () => product.signUp()))
    const game = product.newGame()
    await Promise.all(
      bettors.flatMap((bettor) => [
        wish(bettor),
        money(admin, bettor, 'deposit', 3),
        product.place(bettor.token, single(game, 1)),
      ]),
    )
    for (const bettor of bettors) {
      const { walletCents, bets, closed } = await stateOf(bettor)
      expect(bets.size === 0 || !closed).toBe(true)
      if (walletCents > 0) expect((await money(admin, bettor, 'withdraw', walletCents / 100)).status).toBe(200)
      expect((await stateOf(bettor)).walletCents).toBe(0)
    }
  })
})

describe('in the back office', () => {
  const read = async <Body>(path: string) => (await product.call(path, { token: root.token })).body as Body

  test('the wish and the end of an account are visible', async () => {
    const bettor = await product.aBettor(admin, 20)
    await wish(bettor)
    await caughtUp(product)
    const listed = async (standing: string) =>
      (await read<UserList>(`/api/admin/users?standing=${standing}&size=100`)).users.map(({ id }) => id)
    expect(await listed('closing')).toContain(bettor.user.id)
    expect((await read<Customer>(`/api/admin/users/${bettor.user.id}`)).user).toMatchObject({
      closing: true,
      closed: false,
    })
    await money(admin, bettor, 'withdraw', 20)
    await caughtUp(product)
    await product.services.closings.finishDue()
    await caughtUp(product)
    expect(await listed('closing')).not.toContain(bettor.user.id)
    expect(await listed('closed')).toContain(bettor.user.id)
    expect(await listed('active')).not.toContain(bettor.user.id)
    expect((await read<Customer>(`/api/admin/users/${bettor.user.id}`)).user).toMatchObject({
      closing: false,
      closed: true,
    })
    const { lines } = await read<AuditPage>(`/api/admin/audit?person=${bettor.user.username}&kind=people`)
    const said = lines.map(({ what }) => what.map(({ text }) => text).join(''))
    expect(said).toEqual(
      expect.arrayContaining([
        `${bettor.user.username} asked to close the account once it is empty`,
        `The account of ${bettor.user.username} was closed, as ${bettor.user.username} had asked`,
      ]),
    )
  })

  test('a super admin closes an empty account, with a reason', async () => {
    const bettor = await product.aBettor(admin, 20)
    expect(answer(await close(admin, bettor))).toEqual([403, 'super_admin_required'])
    expect(answer(await close(root, bettor, ''))).toEqual([400, 'fields_missing'])
    expect(answer(await close(root, bettor))).toEqual([409, 'account_not_empty'])
    expect(answer(await close(root, admin))).toEqual([403, 'not_a_bettor'])
    await money(admin, bettor, 'withdraw', 20)
    expect(answer(await close(root, bettor))).toEqual([200, undefined])
    expect(await isSignedIn(bettor)).toBe(false)
    expect(product.securityLog.some((line) => line.includes('user_closed') && line.includes(bettor.user.id))).toBe(true)
  })

  test('the audit finds nothing wrong with any of this', async () => {
    await caughtUp(product)
    const { findings } = await verify({ url: product.database.url, threads: 1 })
    // the prices of the test's board were never published
    expect(findings.filter(({ code }) => !code.startsWith('quote_'))).toEqual([])
  })
})
