// What admins do about one account: its password, caps on its bets, notes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Meta } from '#domain/meta.ts'
import { untilFolded } from '#projections/testing/environment.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { verifyAsIfRunning } from '#tests/audit/house.ts'
import { newId, newName, type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'

let product: TestProduct
let root: Person
let creator: Person
let colleague: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  creator = await product.anAdmin(10_000)
  colleague = await product.anAdmin(10)
})
afterAll(() => product.close())

const code = ({ status, body }: Awaited<ReturnType<TestProduct['admin']>>) => [status, body.code]
const lastEvent = async (type: string) => {
  const { stream, data, meta } = decodeBody((await product.events(type)).at(-1)!.body)
  return { stream, data, meta: meta as Meta }
}
const reasonOf = async (commitment: string | null | undefined) => {
  const { rows } = await product.services.pool.query('select text from app.reason_text where commitment = $1', [
    commitment,
  ])
  return rows[0]?.text
}

describe('changePassword', () => {
  const NEW = 'entirely other words'
  const change = (by: Person, whose: string, changes: object = {}, key = newId()) =>
    product.admin(
      by.token,
      { action: 'changePassword', username: whose, newPassword: NEW, ...changes },
      { headers: { 'idempotency-key': key } },
    )
  const signsIn = async ({ user }: Person, password: string) =>
    (await product.auth({ action: 'signin', username: user.username, password })).status === 200
  const isSignedIn = async ({ token }: Person) => (await product.call('/api/account/limits', { token })).status === 200

  test('by the creator ends every session, and the new password is in force', async () => {
    const bettor = await product.aBettor(creator, 10)
    expect(await isSignedIn(bettor)).toBe(true)
    const key = newId()
    const done = await change(creator, bettor.user.username, { reason: 'asked at the counter' }, key)
    expect([done.status, done.body]).toEqual([
      200,
      { success: true, message: `The password of ${bettor.user.username} has been changed` },
    ])
    expect(await isSignedIn(bettor)).toBe(false)
    expect(await signsIn(bettor, bettor.password)).toBe(false)
    expect(await signsIn(bettor, NEW)).toBe(true)
    const { meta, stream } = await lastEvent('PasswordChanged')
    expect([stream, meta.actor]).toEqual([`account-${bettor.user.id}`, { id: creator.user.id, role: 'admin' }])
    expect(await reasonOf(meta.reason?.text)).toBe('asked at the counter')
    // a double click changes it once; another password under the same key is refused
    const before = (await product.events('PasswordChanged')).length
    expect((await change(creator, bettor.user.username, {}, key)).status).toBe(200)
    expect(code(await change(creator, bettor.user.username, { newPassword: 'yet other words' }, key))).toEqual([
      409,
      'key_reused',
    ])
    expect(await product.events('PasswordChanged')).toHaveLength(before)
  })

  test('is refused to every other admin, naming who may do it', async () => {
    const bettor = await product.aBettor(creator, 10)
    const refused = await change(colleague, bettor.user.username)
    expect([...code(refused), refused.body.error]).toEqual([
      403,
      'not_the_creator',
      `Only the admin who created this user (${creator.user.username}) or super admins can change their password`,
    ])
    const signedUp = await product.signUp()
    const ofNobody = await change(creator, signedUp.user.username)
    expect(ofNobody.body.error).toBe(
      'Only the admin who created this user (System) or super admins can change their password',
    )
    expect(await signsIn(bettor, bettor.password)).toBe(true)
  })

  test('is allowed to every super admin, for admins too, and for those who signed up', async () => {
    const bettor = await product.aBettor(creator, 10)
    const signedUp = await product.signUp()
    const another = await product.anAdmin(10)
    for (const person of [bettor, signedUp, another]) {
      expect((await change(root, person.user.username)).status).toBe(200)
      expect(await signsIn(person, NEW)).toBe(true)
    }
    expect(code(await change(colleague, creator.user.username))).toEqual([403, 'not_the_creator'])
    expect(code(await change(creator, root.user.username))).toEqual([403, 'not_the_creator'])
  })

  test('of a blocked account is possible, and does not let its owner in', async () => {
    const bettor = await product.aBettor(creator, 10)
    await product.admin(creator.token, { action: 'blockUser', targetUsername: bettor.user.username })
    expect((await change(creator, bettor.user.username)).status).toBe(200)
    expect(await signsIn(bettor, NEW)).toBe(false)
  })

  test('is refused to bettors, for oneself, for nobody, and with an invalid password', async () => {
    const bettor = await product.aBettor(creator, 10)
    const { username } = bettor.user
    expect(code(await change(bettor, username))).toEqual([403, 'not_an_admin'])
    expect(code(await change(creator, creator.user.username))).toEqual([403, 'own_account'])
    expect(code(await change(root, root.user.username))).toEqual([403, 'own_account'])
    expect(code(await change(creator, newName()))).toEqual([404, 'account_missing'])
    expect(code(await change(creator, username, { newPassword: 'short' }))).toEqual([400, 'password_too_short'])
    expect(code(await change(creator, username, { newPassword: '' }))).toEqual([400, 'fields_missing'])
    expect(code(await change(creator, username, { newPassword: username }))).toEqual([400, 'password_is_name'])
    expect(code(await change(creator, '', {}))).toEqual([400, 'fields_missing'])
    expect((await change(creator, username, { confirmPassword: NEW })).status).toBe(400)
  })
})

describe('setBetCaps', () => {
  const cap = (by: Person, userId: string, changes: object = {}, key = newId()) =>
    product.admin(
      by.token,
      { action: 'setBetCaps', userId, maxStake: 5, maxPayout: null, reason: 'beats the prices', ...changes },
      { headers: { 'idempotency-key': key } },
    )
  const limits = async ({ token }: Person) => (await product.call('/api/account/limits', { token })).body.perBet

  test('apply at once, say what is accepted but not why, and are shown to the bettor', async () => {
    const bettor = await product.aBettor(creator, 100)
    const game = product.newGame()
    expect(await limits(bettor)).toEqual({ stake: null, payout: null })
    expect((await cap(colleague, bettor.user.id)).status).toBe(200)
    expect(await limits(bettor)).toEqual({ stake: 5, payout: null })
    const refused = await product.place(bettor.token, single(game, 5.01))
    expect([...code(refused), refused.body.error]).toEqual([
      409,
      'stake_above_cap',
      'The most that is accepted for one bet is €5.00.',
    ])
    expect((await product.place(bettor.token, single(game, 5))).status).toBe(200)
    expect((await lastEvent('BetPlaced')).data).toMatchObject({
      limits: { personal: [{ limit: 'bet-stake', value: 500 }] },
    })
    const { data, meta } = await lastEvent('BetCapsSet')
    expect([data, meta.actor.id]).toEqual([{ stakeCents: 500 }, colleague.user.id])
    expect(await reasonOf(meta.reason?.text)).toBe('beats the prices')
  })

  test('cap what a bet may pay, and can be removed', async () => {
    const bettor = await product.aBettor(creator, 100)
    const game = product.newGame()
    expect((await cap(creator, bettor.user.id, { maxStake: null, maxPayout: 21 })).status).toBe(200)
    expect(code(await product.place(bettor.token, single(game, 10.01)))).toEqual([409, 'payout_too_large'])
    expect((await product.place(bettor.token, single(game, 10))).status).toBe(200)
    expect((await cap(creator, bettor.user.id, { maxStake: null, maxPayout: null })).status).toBe(200)
    expect((await product.place(bettor.token, single(game, 20))).status).toBe(200)
  })

  test('are set once by a double click', async () => {
    const bettor = await product.aBettor(creator, 1)
    const key = newId()
    const before = (await product.events('BetCapsSet')).length
    const replies = await Promise.all([1, 2, 3].map(() => cap(creator, bettor.user.id, {}, key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await product.events('BetCapsSet')).toHaveLength(before + 1)
    expect(code(await cap(creator, bettor.user.id, { maxStake: 6 }, key))).toEqual([409, 'key_reused'])
  })

  test('are refused to bettors, for admins, for nobody, and if they are not amounts', async () => {
    const bettor = await product.aBettor(creator, 1)
    const { id } = bettor.user
    expect(code(await cap(bettor, id))).toEqual([403, 'not_an_admin'])
    expect(code(await cap(root, colleague.user.id))).toEqual([403, 'not_a_bettor'])
    for (const nobody of [newId(), 'bob']) expect((await cap(creator, nobody)).status).toBe(404)
    expect(code(await cap(creator, ''))).toEqual([400, 'fields_missing'])
    for (const maxStake of [0, -1, 0.05, 5.001, '5', 1e15]) {
      expect(code(await cap(creator, id, { maxStake }))).toEqual([400, 'bet_cap_invalid'])
    }
    const error = 'A cap must be from €0.10 to €10,000,000,000.'
    expect((await cap(creator, id, { maxStake: 1e12 })).body).toEqual({ error, code: 'bet_cap_invalid' })
    const { maxPayout: _, ...partly } = { maxPayout: null, action: 'setBetCaps', userId: id, maxStake: 5 }
    expect((await product.admin(creator.token, partly)).status).toBe(400)
  })
})

describe('addNote', () => {
  const note = (by: Person, userId: string, text: string, key = newId()) =>
    product.admin(by.token, { action: 'addNote', userId, text }, { headers: { 'idempotency-key': key } })

  test('is in the ledger with who and when, but without its text', async () => {
    const bettor = await product.aBettor(creator, 1)
    expect((await note(colleague, bettor.user.id, '  Asked for =cash ')).status).toBe(200)
    const { stream, data, meta } = await lastEvent('NoteAdded')
    expect([stream, meta.actor]).toEqual([`account-${bettor.user.id}`, { id: colleague.user.id, role: 'admin' }])
    const { rows } = await product.services.pool.query('select text from app.note_text where commitment = $1', [
      (data as { text: string }).text,
    ])
    expect(rows).toEqual([{ text: 'Asked for =cash' }])
  })

  test('is added once by a double click, and not under a key of another command', async () => {
    const bettor = await product.aBettor(creator, 1)
    const key = newId()
    const before = (await product.events('NoteAdded')).length
    const replies = await Promise.all([1, 2, 3].map(() => note(creator, bettor.user.id, 'called', key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(code(await note(creator, bettor.user.id, 'called twice', key))).toEqual([409, 'key_reused'])
    expect(await product.events('NoteAdded')).toHaveLength(before + 1)
  })

  test('is refused to bettors, about admins and nobody, and if it is empty or too long', async () => {
    const bettor = await product.aBettor(creator, 1)
    expect(code(await note(bettor, bettor.user.id, 'I am nice'))).toEqual([403, 'not_an_admin'])
    expect(code(await note(root, creator.user.id, 'good'))).toEqual([403, 'not_a_bettor'])
    expect(code(await note(creator, newId(), 'who'))).toEqual([404, 'account_missing'])
    expect(code(await note(creator, bettor.user.id, '  '))).toEqual([400, 'fields_missing'])
    expect((await note(creator, bettor.user.id, 'x'.repeat(2_001))).status).toBe(400)
  })
})

test('the audit finds nothing, but does find a note that was rewritten', async () => {
  const { url } = product.database
  // games of the test's board are not in the log
  const found = async () =>
    (await verifyAsIfRunning(url)).findings.map((one) => one.code).filter((one) => !one.startsWith('quote_'))
  await untilFolded(url, (await product.events()).length - 1)
  expect(await found()).toEqual([])
  await product.services.pool.query(`update app.note_text set text = text || '!' where text = 'called'`)
  expect(await found()).toEqual(['note_mismatch'])
})
