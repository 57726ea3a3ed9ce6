// Limits how many requests somebody files in a business day, whatever became of them and however many arrive at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAILY_REQUESTS_MAX, OPEN_REQUESTS_MAX } from '#services/accounts/requests/requests.ts'
import type { OwnRequests } from '#services/contract/contract.ts'
import { newId, type Person, type Reply, startTestProduct, type TestProduct } from '../../testing/product.ts'

// a minute before midnight in Paris
const EVENING = '2026-11-20T22:59:00.000Z'
const MIDNIGHT = '2026-11-20T23:00:00.000Z'

let product: TestProduct
let now = EVENING
beforeAll(async () => {
  product = await startTestProduct({ businessNow: () => new Date(now) })
})
afterAll(async () => {
  await product.close()
})

const file = ({ token }: Person, key = newId(), kind = 'deposit') =>
  product.call('/api/account/requests', {
    token,
    body: kind === 'closing' ? { kind } : { kind, amount: 1 },
    headers: { 'idempotency-key': key },
  })
const withdraw = ({ token }: Person, request: unknown) =>
  product.call('/api/account/requests/withdraw', { token, body: { request } })
const own = async ({ token }: Person) =>
  ((await product.call('/api/account/requests', { token })).body as OwnRequests).requests
const answers = (replies: Reply[]) => replies.map(({ status, body }) => (status === 200 ? 'filed' : body.code))

/** Files this many requests and withdraws each. */
async function fileAndWithdraw(bettor: Person, count: number) {
  for (let n = 0; n < count; n++) {
    const { status, body } = await file(bettor)
    expect([status, body.code]).toEqual([200, undefined])
    expect((await withdraw(bettor, body.id)).status).toBe(200)
  }
}

test('are limited per person and business day, even if withdrawn or sent at once', async () => {
  now = EVENING
  const [bettor, neighbour] = [await product.signUp(), await product.signUp()]
  await fileAndWithdraw(bettor, DAILY_REQUESTS_MAX - 2)
  const last = newId()
  const replies = await Promise.all([last, ...Array.from({ length: 5 }, newId)].map((key) => file(bettor, key)))
  expect(answers(replies).toSorted()).toEqual(['filed', 'filed', ...Array(4).fill('requests_used_up')])
  const open = (await own(bettor)).filter(({ state }) => state === 'open')
  for (const { id } of open) expect((await withdraw(bettor, id)).status).toBe(200)
  for (const kind of ['deposit', 'pay-out', 'closing']) {
    const { status, body } = await file(bettor, newId(), kind)
    expect([kind, status, body]).toEqual([
      kind,
      409,
      { code: 'requests_used_up', error: 'You have made twenty requests today. You can make more tomorrow.' },
    ])
  }
  expect((await file(neighbour)).status).toBe(200)

  now = MIDNIGHT
  expect((await file(bettor)).status).toBe(200)
})

test('under a key that was used are found, not counted', async () => {
  now = EVENING
  const bettor = await product.signUp()
  const key = newId()
  const first = await file(bettor, key)
  await fileAndWithdraw(bettor, DAILY_REQUESTS_MAX - 1)
  expect((await file(bettor)).body.code).toBe('requests_used_up')
  expect((await file(bettor, key)).text).toBe(first.text)
})

test('do not keep somebody from asking for a forgotten password, which is not counted', async () => {
  now = EVENING
  const bettor = await product.signUp()
  const forget = async () => {
    await product.auth({ action: 'forgot-password', username: bettor.user.username })
    const passwords = async () =>
      (await own(bettor)).filter(({ kind, state }) => kind === 'password' && state === 'open')
    await expect.poll(passwords).toHaveLength(1)
    await withdraw(bettor, (await passwords())[0]!.id)
  }
  await forget()
  await fileAndWithdraw(bettor, DAILY_REQUESTS_MAX)
  expect((await file(bettor)).body.code).toBe('requests_used_up')
  await forget()
})

test('that are open are counted and shown, however many came after them', async () => {
  const bettor = await product.signUp()
  now = EVENING
  // anybody who knows the name can file this, so it takes none of the bettor's places
  await product.auth({ action: 'forgot-password', username: bettor.user.username })
  await expect.poll(async () => (await own(bettor)).map(({ kind }) => kind)).toEqual(['password'])
  for (let n = 0; n < OPEN_REQUESTS_MAX - 1; n++) await file(bettor)
  // on later days, more requests than are listed
  await product.services.pool.query(
    `insert into app.request (id, account_id, command_id, kind, amount_cents, note, state, requested_at, decided_at)
     select 'later ' || n, $1, 'later ' || n, 'deposit', 1, '', 'withdrawn', $2::timestamptz + n * interval '1 hour', $2
     from generate_series(1, 60) n`,
    [bettor.user.id, EVENING],
  )
  now = '2026-11-30T12:00:00.000Z'
  expect((await file(bettor)).status).toBe(200)
  expect((await file(bettor)).body.code).toBe('requests_full')
  expect((await own(bettor)).filter(({ state }) => state === 'open')).toHaveLength(OPEN_REQUESTS_MAX + 1)
})
