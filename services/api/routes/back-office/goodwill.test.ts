// Goodwill, which the house pays to bettors as admins decide.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '#services/auditor/verify.ts'
import { commandId } from '#services/commands/command-id.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { namedIn } from '../../desk/desk-rules.ts'
import { newId, type Person, type Reply, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

let product: TestProduct
let other: Awaited<ReturnType<TestProduct['another']>>
let root: Person
let admin: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct()
  other = await product.another()
  admin = await product.anAdmin(1_000)
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  bettor = await product.aBettor(admin, 10)
})
afterAll(async () => {
  await other.close()
  await product.close()
})

const pay = (amount: number, by = admin, more: object = {}, key = newId()) => {
  const body = { action: 'payGoodwill', userId: bettor.user.id, amount, reason: 'we are sorry', ...more }
  return product.admin(by.token, body, { headers: { 'idempotency-key': key } })
}
const answer = ({ status, body }: Reply) => [status, body.code]
const OK = [200, undefined]
/** What the bettor's page says may still be paid today. */
const leftOf = async (by = admin) =>
  (await product.call(`/api/admin/users/${bettor.user.id}`, { token: by.token })).body.goodwillLeftToday

test('is paid by the house within the limit of a day; beyond it by super admins', async () => {
  expect(await leftOf()).toBe(100)
  const { status, body } = await pay(60)
  expect([status, body.userBalance, body.message, body.leftToday]).toEqual([200, 70, '€60.00 paid by the house', 40])
  expect([await leftOf(), await leftOf(root)]).toEqual([40, null])
  const refused = await pay(50)
  expect([...answer(refused), refused.body.error]).toEqual([
    409,
    'goodwill_bound_reached',
    'This is more than an admin may pay in a day: a super admin may pay more. €40.00 is left today.',
  ])
  expect(refused.body.leftToday).toBe(40)
  const beyond = await pay(50, root)
  expect([...answer(beyond), beyond.body.leftToday]).toEqual([...OK, undefined])
  const floats = await Promise.all([admin, root].map(({ user }) => product.services.accounts.read(user.id)))
  expect(floats.map(({ floatCents }) => floatCents)).toEqual([990_00, 0])
  const { body: statement } = await product.call('/api/account/statement', {
    token: bettor.token,
    headers: { 'x-ledger-position': beyond.body.position as string },
  })
  expect((statement.lines as { kind: string; amount: number }[]).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['goodwill', 50],
    ['goodwill', 60],
    ['deposit', 10],
  ])
})

test('is paid once for a key, and never beyond the limit however many ask at once', async () => {
  const colleague = await product.anAdmin(0)
  const key = newId()
  const twice = await Promise.all([pay(30, colleague, {}, key), pay(30, colleague, {}, key)])
  expect(twice.map(answer)).toEqual([OK, OK])
  const many = await Promise.all(Array.from({ length: 10 }, () => pay(20, colleague)))
  expect(many.filter(({ status }) => status === 200)).toHaveLength(3)
  const paid = (await product.events('GoodwillPaid')).length
  expect(paid).toBe((await product.events('GoodwillPromised')).length)
})

test('under a forgotten key that was reused for another promise is counted by its new amount', async () => {
  const [colleague, key] = [await product.anAdmin(0), newId()]
  const { accounts, rules } = product.services
  // the id that the key would give, used by a command that the stream does not remember
  const goodwill = commandId(colleague.user.id, key)
  const promise = { type: 'PromiseGoodwill', goodwill, to: newId(), amountCents: 1, perDayCents: 1 } as const
  const session = await sessionOf(product, colleague)
  const by = { ...metaBy({ id: colleague.user.id, role: 'admin' }), session, ...namedIn(await rules.now()) }
  expect((await accounts.execute(colleague.user.id, promise, by)).accepted).toBe(true)
  expect(answer(await pay(1_000_000, colleague, {}, key))).toEqual([409, 'goodwill_bound_reached'])
  expect(answer(await pay(60, colleague, {}, key))).toEqual(OK)
  expect(answer(await pay(60, colleague, {}, newId()))).toEqual([409, 'goodwill_bound_reached'])
})

test('is for admins, to bettors, of a valid amount, with a reason', async () => {
  expect(answer(await pay(1, bettor))).toEqual([403, 'not_an_admin'])
  for (const userId of [newId(), 'x', admin.user.id]) {
    expect(answer(await pay(1, root, { userId }))).toEqual([404, 'account_missing'])
  }
  for (const amount of [0, -1, 0.001]) expect(answer(await pay(amount, root))).toEqual([400, 'amount_invalid'])
  expect(answer(await pay(1, root, { reason: '' }))).toEqual([400, 'fields_missing'])
})

test('the auditor agrees', async () => {
  await product.call('/api/account/statement', { token: bettor.token })
  await product.stopProjector()
  expect((await verify({ url: product.database.url })).findings).toEqual([])
})
