// A user who is blocked while signed in is told so by every call, in every process. The admin's reason is not
// disclosed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp } from '../testing/caught-up.ts'
import { newId, type Person, single, startTestProduct, type TestProduct } from '../testing/product.ts'

let product: TestProduct
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.anAdmin(1_000)
})
afterAll(() => product.close())

const change = (action: string, { user }: Person, key = newId()) =>
  product.admin(
    admin.token,
    { action, targetUsername: user.username, reason: 'a suspicion of mine' },
    { headers: { 'idempotency-key': key } },
  )
const BLOCKED = [403, { code: 'account_blocked', error: 'Account is blocked' }]

test('each call with its token says that the account is blocked, and nothing else', async () => {
  const bettor = await product.aBettor(admin, 50)
  const stranger = await product.signUp()
  const { token } = bettor
  expect((await change('blockUser', bettor)).status).toBe(200)
  const calls = [
    () => product.call('/api/bets/my-bets', { token }),
    () => product.call('/api/stream?topics=live,me', { token }),
    () => product.auth({ action: 'refresh', username: bettor.user.username }, { token }),
    () =>
      product.auth({ action: 'change-password', oldPassword: bettor.password, newPassword: 'x'.repeat(12) }, { token }),
  ]
  for (const call of calls) {
    const { status, body } = await call()
    expect([status, body]).toEqual(BLOCKED)
  }
  const bet = await product.place(token, single(product.newGame(), 1))
  expect([bet.status, bet.body.code]).toEqual([403, 'account_blocked'])
  const elsewhere = await product.another()
  try {
    const reply = await fetch(`${elsewhere.origin}/api/bets/my-bets`, { headers: { authorization: `Bearer ${token}` } })
    expect([reply.status, await reply.json()]).toEqual(BLOCKED)
  } finally {
    await elsewhere.close()
  }
  expect((await product.call('/api/bets/my-bets', { token: stranger.token })).status).toBe(200)
  expect((await product.call('/api/bets/my-bets', { token: 'x'.repeat(43) })).status).toBe(401)
})

test('after an unblock, the old session has simply ended', async () => {
  const bettor = await product.signUp()
  await change('blockUser', bettor)
  await change('unblockUser', bettor)
  expect((await product.call('/api/bets/my-bets', { token: bettor.token })).status).toBe(401)
  const again = await product.signIn(bettor.user.username, bettor.password)
  expect((await product.call('/api/bets/my-bets', { token: again.token })).status).toBe(200)
})

test('a block or an unblock that is repeated late changes nothing, and is not announced again', async () => {
  const bettor = await product.signUp()
  const [blocking, unblocking] = [newId(), newId()]
  const status = async ({ token }: Person) => (await product.call('/api/bets/my-bets', { token })).status
  await change('blockUser', bettor, blocking)
  await change('unblockUser', bettor, unblocking)
  const again = await product.signIn(bettor.user.username, bettor.password)
  expect((await change('blockUser', bettor, blocking)).status).toBe(200)
  expect(await status(again)).toBe(200)
  await change('blockUser', bettor)
  expect((await change('unblockUser', bettor, unblocking)).status).toBe(200)
  expect(await status(again)).toBe(403)
  const told = product.securityLog
    .map((line) => JSON.parse(line) as { event: string; account?: string })
    .filter(({ event, account }) => account === bettor.user.id && event.endsWith('blocked'))
  expect(told.map(({ event }) => event)).toEqual(['user_blocked', 'user_unblocked', 'user_blocked'])
})

test('after an interrupted unblock, nobody is told that the account is blocked', async () => {
  const { pool } = product.services
  const [blocked, unblocked] = [await product.signUp(), await product.signUp()]
  for (const person of [blocked, unblocked]) await change('blockUser', person)
  const left = `select * from app.blocked_session where account_id = $1`
  const { rows } = await pool.query(left, [unblocked.user.id])
  await change('unblockUser', unblocked)
  for (const { token_hash, account_id } of rows) {
    await pool.query('insert into app.blocked_session (token_hash, account_id) values ($1, $2)', [
      token_hash,
      account_id,
    ])
  }
  // two minutes later the read model has had the block for a long time
  await caughtUp(product)
  await pool.query(`update app.blocked_session set ended_at = ended_at - interval '2 minutes'`)
  const status = async ({ token }: Person) => (await product.call('/api/bets/my-bets', { token })).status
  await expect.poll(() => status(unblocked)).toBe(401)
  expect(await status(blocked)).toBe(403)
})

test('a session that had been signed out before is not told of the block', async () => {
  const bettor = await product.signUp()
  await product.auth({ action: 'signout' }, { token: bettor.token })
  await change('blockUser', bettor)
  expect((await product.call('/api/bets/my-bets', { token: bettor.token })).status).toBe(401)
})
