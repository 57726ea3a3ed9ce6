// Admins and their floats: who may change what, what waits for a super admin, and that nobody can create money in two
// steps.
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verify } from '#services/auditor/verify.ts'
import { AdminUsers, Approvals, Waiting } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import {
  callAt,
  newId,
  newName,
  type Person,
  type Reply,
  startTestProduct,
  type TestProduct,
} from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

const BUDGET = 20_000
/** As long as the longest day, when clocks are put back, so that adding it always reaches another day. */
const DAY_MS = 25 * 3_600_000

let product: TestProduct
/** Advanced before each test, so that each has a day's budget to itself. */
let days = 0
let root: Person
let admin: Person
beforeAll(async () => {
  product = await startTestProduct({ businessNow: () => new Date(Date.now() + days * DAY_MS) })
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(1_000)
})
afterAll(() => product.close())
beforeEach(() => {
  days += 1
})

const act = (by: Person, body: object, key = newId()): Promise<Reply> =>
  product.admin(by.token, body, { headers: { 'idempotency-key': key } })
const answer = ({ status, body }: Reply) => [status, body.code]
const add = (by: Person, adminBalance: number, adminUsername = newName()) =>
  act(by, { action: 'createUserAsAdmin', adminUsername, adminPassword: 'admin password', adminBalance })
const setTo = (by: Person, target: Person, newBalance: number, key?: string) =>
  act(by, { action: 'updateAdminBalance', targetAdmin: target.user.username, newBalance }, key)
const remove = (by: Person, target: Person, key?: string) =>
  act(by, { action: 'removeAdmin', adminUsername: target.user.username }, key)
const decide = (by: Person, action: 'approveDraw' | 'declineDraw', drawId: unknown, key?: string) =>
  act(by, { action, drawId }, key)
const floatOf = async ({ user }: Pick<Person, 'user'>) =>
  (await product.services.accounts.read(user.id)).floatCents / 100
const treasury = async () => {
  await caughtUp(product)
  const { rows } = await product.services.pool.query('select treasury_cents from app.house')
  return Number(rows[0].treasury_cents) / -100
}
const admins = async (by = root) => {
  await caughtUp(product)
  return AdminUsers.parse((await product.call('/api/admin/dashboard?type=admin-users', { token: by.token })).body)
}
const queue = async () => {
  await caughtUp(product)
  return Approvals.parse((await product.call('/api/admin/approvals', { token: root.token })).body)
}
const waiting = async (by: Person) => {
  await caughtUp(product)
  return Waiting.parse((await product.call('/api/admin/waiting', { token: by.token })).body)
}
const pendingOf = ({ body }: Reply) => body.pendingApproval as { id: string; amount: number } | undefined

describe('the list of admins', () => {
  test('has every admin with their float, and marks the super admins', async () => {
    const colleague = await product.anAdmin(12.5)
    const { adminUsers, superAdmins } = await admins(admin)
    expect(superAdmins).toEqual([product.superAdmin.username])
    expect(adminUsers.find(({ username }) => username === colleague.user.username)).toMatchObject({
      userId: colleague.user.id,
      balance: '12.50',
      is_blocked: false,
      admin_creator: product.superAdmin.username,
      pending: null,
    })
    expect(adminUsers[0]).toMatchObject({ username: product.superAdmin.username, balance: '0.00', admin_creator: null })
  })
})

describe('adding an admin', () => {
  test('gives the float within the day’s budget, which all plain admins share', async () => {
    const other = await product.anAdmin(0)
    expect((await add(admin, 12_000)).body).toMatchObject({ success: true, balance: '12000.00' })
    const second = await add(other, 8_000.01)
    expect(second).toMatchObject({ status: 200, body: { balance: '0.00' } })
    expect(pendingOf(second)).toEqual({
      id: expect.any(String),
      amount: 8_000.01,
      usedToday: 12_000,
      dailyBudget: BUDGET,
    })
    expect(pendingOf(await add(other, 8_000))).toBeUndefined()
    expect(pendingOf(await add(admin, 0.01))).toMatchObject({ amount: 0.01, usedToday: BUDGET })
    // none of that counts for a super admin
    expect((await add(root, 1_000_000)).body).toMatchObject({ balance: '1000000.00' })
  })
  test('creates the admin at once, who can sign in, is listed, and waits for the float', async () => {
    const name = newName()
    const made = await add(admin, 20_000.01, name)
    const person = await product.signIn(name, 'admin password')
    expect(person.user).toMatchObject({ is_admin: true, balance: '0.00' })
    const listed = (await admins()).adminUsers.find(({ username }) => username === name)
    expect(listed).toMatchObject({ balance: '0.00', pending: 20_000.01 })
    expect((await queue()).waiting.at(-1)).toMatchObject({
      id: pendingOf(made)!.id,
      username: name,
      requestedBy: admin.user.username,
      amount: 20_000.01,
      balance: '0.00',
    })
  })
  test('gets the same reply under the same key, and asks once', async () => {
    const body = { action: 'createUserAsAdmin', adminUsername: newName(), adminPassword: 'admin password' }
    for (const adminBalance of [30_000, 15_000]) {
      const key = newId()
      const one = { ...body, adminUsername: newName(), adminBalance }
      const replies = await Promise.all([act(admin, one, key), act(admin, one, key)])
      replies.push(await act(admin, one, key))
      const told = replies.map(({ status, body: { userId, pendingApproval } }) => ({ status, userId, pendingApproval }))
      expect(told).toEqual(Array(3).fill({ ...told[0], status: 200 }))
      expect(await floatOf({ user: { id: told[0]!.userId } as Person['user'] })).toBe(
        adminBalance === 15_000 ? 15_000 : 0,
      )
    }
    expect((await queue()).usedToday).toBe(15_000)
  })
  test.each([
    [{ adminBalance: -1 }, 400, 'balance_negative'],
    [{ adminBalance: 0.001 }, 400, 'amount_invalid'],
    [{ adminBalance: 20_000_000_000 }, 400, 'amount_invalid'],
    [{ adminBalance: '' }, 400, 'fields_missing'],
    [{ adminUsername: 'ab' }, 400, 'username_too_short'],
    [{ adminPassword: 'short' }, 400, 'password_too_short'],
  ])('refuses %j', async (changes, status, code) => {
    const body = { adminUsername: newName(), adminPassword: 'admin password', adminBalance: 1, ...changes }
    expect(answer(await act(admin, { action: 'createUserAsAdmin', ...body }))).toEqual([status, code])
  })
})

describe('setting a float', () => {
  test('posts the difference against the treasury, in both directions, for any admin', async () => {
    const target = await product.anAdmin(100)
    const before = await treasury()
    expect((await setTo(admin, target, 350)).body).toEqual({
      success: true,
      message: 'Admin balance updated successfully',
      balance: '350.00',
      position: expect.any(String),
    })
    expect((await admins(admin)).adminUsers.find(({ userId }) => userId === target.user.id)?.balance).toBe('350.00')
    expect(await treasury()).toBe(before + 250)
    expect((await setTo(admin, target, 0)).body).toMatchObject({ balance: '0.00' })
    expect((await setTo(root, target, 50_000)).body).toMatchObject({ balance: '50000.00' })
    expect((await queue()).usedToday).toBe(250)
  })
  test('does not give budget back when it is lowered', async () => {
    const target = await product.anAdmin(0)
    await setTo(admin, target, BUDGET)
    await setTo(admin, target, 0)
    const again = await setTo(admin, target, 1)
    expect(again).toMatchObject({ status: 200, body: { balance: '0.00', pendingApproval: { amount: 1 } } })
    expect(again.body.message).toBe('Waits for a super admin’s approval')
    days += 1
    expect((await setTo(admin, target, 1)).body).toMatchObject({ balance: '1.00' })
  })
  test('is done once under a key, whatever happened to the float since', async () => {
    const target = await product.anAdmin(100)
    const [up, down] = [newId(), newId()]
    await setTo(admin, target, 300, up)
    await setTo(admin, target, 200, down)
    const again = await setTo(admin, target, 300, up)
    expect([again.status, await floatOf(target)]).toEqual([200, 200])
    await setTo(root, target, 500)
    await setTo(admin, target, 200, down)
    expect(await floatOf(target)).toBe(500)
    expect(answer(await setTo(admin, target, 301, up))).toEqual([409, 'key_reused'])
  })
  test('to the same amount twice at once draws the difference once', async () => {
    const [target, colleague] = [await product.anAdmin(100), await product.anAdmin(0)]
    const { accounts } = product.services
    const read = accounts.read.bind(accounts)
    // without a lock, both would look at the float before the other has drawn
    const looked = Promise.withResolvers<void>()
    let looks = 0
    const spied = vi.spyOn(accounts, 'read').mockImplementation(async (id) => {
      const state = await read(id)
      if (id !== target.user.id) return state
      const { floatCents } = state
      looks += 1
      // both have found the admin
      if (looks === 4) looked.resolve()
      if (looks > 2) await Promise.race([looked.promise, pause(500)])
      return { ...state, floatCents }
    })
    const replies = await Promise.all([admin, colleague].map((by) => setTo(by, target, 350)))
    spied.mockRestore()
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect([await floatOf(target), (await queue()).usedToday]).toEqual([350, 250])
  })
  test('needs a super admin for one’s own float and for a super admin’s', async () => {
    expect(answer(await setTo(admin, admin, 5_000))).toEqual([403, 'super_admin_required'])
    expect(answer(await setTo(admin, admin, 0))).toEqual([403, 'super_admin_required'])
    expect(answer(await setTo(admin, root, 5_000))).toEqual([403, 'super_admin_required'])
    expect((await setTo(root, root, 5)).body).toMatchObject({ balance: '5.00' })
  })
  test('refuses bettors, as callers and as targets, and invalid amounts', async () => {
    const bettor = await product.aBettor(admin, 1)
    expect(answer(await setTo(bettor, admin, 1))).toEqual([403, 'not_an_admin'])
    expect(answer(await setTo(root, bettor, 1))).toEqual([404, 'account_missing'])
    expect(answer(await act(root, { action: 'updateAdminBalance', targetAdmin: 'nobody', newBalance: 1 }))).toEqual([
      404,
      'account_missing',
    ])
    expect((await setTo(root, admin, -1)).body).toEqual({
      code: 'float_negative',
      error: 'Balance must be a non-negative number',
    })
    expect(answer(await setTo(root, admin, 0.001))).toEqual([400, 'amount_invalid'])
    expect(answer(await act(root, { action: 'updateAdminBalance', targetAdmin: '', newBalance: 1 }))).toEqual([
      400,
      'fields_missing',
    ])
    expect(answer(await act(root, { action: 'updateAdminBalance', newBalance: 1 }))).toEqual([400, 'fields_missing'])
  })
})

describe('the numbers beside the sections', () => {
  test('count what waits for an approval, for those who can give it', async () => {
    const before = (await waiting(root)).approvals!
    const [first, second] = [await product.anAdmin(0), await product.anAdmin(0)]
    const { id } = pendingOf(await setTo(admin, first, 30_000))!
    await setTo(admin, second, 30_000)
    // what replaces it does not count as a second one
    await setTo(admin, second, 40_000)
    expect((await waiting(root)).approvals).toBe(before + 2)
    expect((await waiting(admin)).approvals).toBeNull()
    await decide(root, 'approveDraw', id)
    expect((await waiting(root)).approvals).toBe(before + 1)
    await remove(root, second)
    expect((await waiting(root)).approvals).toBe(before)
  })
  test('count open requests', async () => {
    const bettor = await product.aBettor(admin, 5)
    const before = (await waiting(admin)).requests
    const { user } = bettor
    const asked = await product.services.requests.file(user.id, newId(), { kind: 'deposit', amountCents: 10, note: '' })
    expect(asked.accepted).toBe(true)
    expect((await waiting(admin)).requests).toBe(before + 1)
  })
})

describe('an approval', () => {
  test('pays out what was asked for, under both names, and uses no budget', async () => {
    const target = await product.anAdmin(10)
    const { id } = pendingOf(await setTo(admin, target, 30_000))!
    const approved = await decide(root, 'approveDraw', id)
    expect(approved.body).toMatchObject({ success: true, balance: '30000.00' })
    const { decided, waiting, usedToday } = await queue()
    expect(decided[0]).toMatchObject({ id, basis: 'approval', state: 'granted', amount: 29_990 })
    expect(decided[0]).toMatchObject({ requestedBy: admin.user.username, decidedBy: product.superAdmin.username })
    expect([waiting.some((one) => one.id === id), usedToday]).toEqual([false, 0])
    const events = (await product.events('TreasuryDrawApproved')).map(({ body }) => decodeBody(body))
    expect(events.at(-1)).toMatchObject({
      data: { requestedBy: admin.user.id, account: target.user.id, amountCents: 29_990_00 },
      meta: { actor: { id: root.user.id, role: 'super-admin' } },
    })
  })
  test('is given once, even if requested twice at once or repeated', async () => {
    const target = await product.anAdmin(0)
    const { id } = pendingOf(await setTo(admin, target, 25_000))!
    const key = newId()
    const replies = await Promise.all([decide(root, 'approveDraw', id, key), decide(root, 'approveDraw', id, key)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(answer(await decide(root, 'approveDraw', id))).toEqual([409, 'draw_not_waiting'])
    expect(answer(await decide(root, 'declineDraw', id))).toEqual([409, 'draw_not_waiting'])
    expect(await floatOf(target)).toBe(25_000)
  })
  test('may be declined: then nothing is paid out', async () => {
    const target = await product.anAdmin(0)
    const { id } = pendingOf(await setTo(admin, target, 25_000))!
    expect((await decide(root, 'declineDraw', id)).body).toMatchObject({ success: true, balance: '0.00' })
    expect((await queue()).decided[0]).toMatchObject({ id, state: 'declined' })
    expect(answer(await decide(root, 'approveDraw', id))).toEqual([409, 'draw_not_waiting'])
  })
  test('is for the newest request for an admin only', async () => {
    const target = await product.anAdmin(0)
    const first = pendingOf(await setTo(admin, target, 25_000))!
    const second = pendingOf(await setTo(admin, target, 21_000))!
    expect(answer(await decide(root, 'approveDraw', first.id))).toEqual([409, 'draw_not_waiting'])
    expect((await decide(root, 'approveDraw', second.id)).body).toMatchObject({ balance: '21000.00' })
  })
  test('is not for plain admins or bettors, and needs something that waits', async () => {
    const target = await product.anAdmin(0)
    const { id } = pendingOf(await setTo(admin, target, 25_000))!
    const bettor = await product.aBettor(admin, 1)
    for (const action of ['approveDraw', 'declineDraw'] as const) {
      expect(answer(await decide(admin, action, id))).toEqual([403, 'super_admin_required'])
      expect(answer(await decide(target, action, id))).toEqual([403, 'super_admin_required'])
      expect(answer(await decide(bettor, action, id))).toEqual([403, 'not_an_admin'])
      expect(answer(await decide(root, action, newId()))).toEqual([409, 'draw_not_waiting'])
    }
  })
  test('is shown with its reason to the admin who asked, and otherwise only to super admins', async () => {
    const target = await product.anAdmin(0)
    const reason = `weekend desk ${newId()}`
    const body = { action: 'updateAdminBalance', targetAdmin: target.user.username, newBalance: 25_000, reason }
    const { id } = pendingOf(await act(admin, body))!
    const other = await product.anAdmin(0)
    const listed = async (by: Person) => {
      await caughtUp(product)
      return Approvals.parse((await product.call('/api/admin/approvals', { token: by.token })).body)
    }
    const [own, its, all] = [await listed(admin), await listed(other), await listed(root)]
    expect([own.decides, its.decides, all.decides]).toEqual([false, false, true])
    expect(its).toMatchObject({ waiting: [], decided: [], dailyBudget: BUDGET })
    for (const { waiting } of [own, all]) expect(waiting.find((one) => one.id === id)).toMatchObject({ reason })
    await act(root, { action: 'declineDraw', drawId: id, reason: 'not today' })
    const [mine, everybodys] = [await listed(admin), await listed(root)]
    expect(mine.waiting.some((one) => one.id === id)).toBe(false)
    expect(mine.decided[0]).toMatchObject({ id, state: 'declined', decidedBy: root.user.username })
    expect(new Set(mine.decided.map(({ requestedBy }) => requestedBy))).toEqual(new Set([admin.user.username]))
    expect(everybodys.decided.map((one) => one.id)).toContain(id)
    // the history has both reasons, and links to the deciding event; a draw that needed no approval has one reason
    expect(mine.decided[0]).toMatchObject({ reason, decisionReason: 'not today' })
    const asked = pendingOf(await act(admin, { ...body, reason: 'once more' }))!
    await act(root, { action: 'approveDraw', drawId: asked.id, reason: 'for the derby' })
    const granted = await act(root, {
      action: 'updateAdminBalance',
      targetAdmin: other.user.username,
      newBalance: 7,
      reason: 'a start',
    })
    expect(granted.status).toBe(200)
    const { decided } = await listed(root)
    const events = await product.events()
    const decidedBy = (number: number | null) => events[number!]!.type
    const approved = decided.find((one) => one.id === asked.id)!
    expect(approved).toMatchObject({ reason: 'once more', decisionReason: 'for the derby', state: 'granted' })
    const grant = decided.find(({ username }) => username === other.user.username)!
    expect(grant).toMatchObject({ reason: 'a start', decisionReason: null, basis: 'super-admin' })
    expect([mine.decided[0]!, approved, grant].map(({ number }) => decidedBy(number))).toEqual([
      'TreasuryDrawDeclined',
      'TreasuryDrawApproved',
      'FloatSet',
    ])
  })
})

describe('removing an admin', () => {
  test('closes the account, returns the float and ends the sessions everywhere', async () => {
    const other = await product.another()
    const target = await product.anAdmin(400)
    const before = await treasury()
    const key = newId()
    expect((await remove(admin, target, key)).body).toEqual({
      success: true,
      message: `${target.user.username} has been removed`,
      position: expect.any(String),
    })
    expect((await remove(admin, target, key)).status).toBe(200)
    expect((await admins(admin)).adminUsers.some(({ userId }) => userId === target.user.id)).toBe(false)
    expect(await treasury()).toBe(before - 400)
    for (const origin of [product.origin, other.origin]) {
      const { status } = await fetch(`${origin}/api/admin/dashboard`, {
        headers: { authorization: `Bearer ${target.token}` },
      })
      expect(status).toBe(401)
    }
    const again = await product.auth({ action: 'signin', username: target.user.username, password: target.password })
    expect(answer(again)).toEqual([409, 'account_closed'])
    expect(again.body.error).toMatch(/^This account was removed from the back office/)
    // somebody who does not know the password is told what strangers are told
    const guessed = await product.auth({
      action: 'signin',
      username: target.user.username,
      password: 'not the password',
    })
    expect([...answer(guessed), guessed.body.error]).toEqual([401, 'credentials_wrong', 'Wrong username or password'])
    expect(answer(await setTo(root, target, 1))).toEqual([409, 'account_closed'])
    await other.close()
  })
  test('is not possible for super admins and oneself', async () => {
    expect((await remove(admin, root)).body).toEqual({
      code: 'super_admin_irremovable',
      error: 'Super admins cannot be removed',
    })
    expect((await remove(root, root)).body.code).toBe('super_admin_irremovable')
    expect(answer(await remove(admin, admin))).toEqual([403, 'own_account'])
    const bettor = await product.aBettor(admin, 1)
    expect(answer(await remove(bettor, admin))).toEqual([403, 'not_an_admin'])
    expect(answer(await remove(root, bettor))).toEqual([404, 'account_missing'])
    expect(answer(await act(root, { action: 'removeAdmin', adminUsername: 'nobody' }))).toEqual([
      404,
      'account_missing',
    ])
  })
  test('leaves nothing to approve', async () => {
    const target = await product.anAdmin(0)
    const { id } = pendingOf(await setTo(admin, target, 25_000))!
    await remove(admin, target)
    expect((await queue()).waiting.some((one) => one.id === id)).toBe(false)
    expect(answer(await decide(root, 'approveDraw', id))).toEqual([409, 'account_closed'])
  })
  test('leaves the actions on their users to super admins, apart from those that every admin has', async () => {
    const target = await product.anAdmin(100)
    const bettor = await product.aBettor(target, 60)
    await remove(admin, target)
    const withdraw = { action: 'updateBalance', userId: bettor.user.id, amountToAdd: -60, balanceType: 'withdraw' }
    expect((await act(root, withdraw)).status).toBe(200)
  })
})

test('the budget is a setting of the desk: through any api the next draw uses it, and names it', async () => {
  const [other, target] = [await product.another(), await product.anAdmin(0)]
  const change = (euros: number) =>
    act(root, { action: 'changeSettings', settings: { 'treasury-per-day': euros }, reason: 'as agreed' })
  const draw = async (newBalance: number) => {
    const body = { action: 'updateAdminBalance', targetAdmin: target.user.username, newBalance }
    const reply = await callAt(other.origin, '/api/admin/dashboard', { token: admin.token, body })
    return pendingOf(reply)
  }
  expect(await draw(100)).toBeUndefined()
  expect((await change(60)).status).toBe(200)
  expect(await draw(101)).toMatchObject({ amount: 1, usedToday: 100, dailyBudget: 60 })
  expect(await queue()).toMatchObject({ usedToday: 100, dailyBudget: 60 })
  expect((await change(BUDGET)).status).toBe(200)
  expect(await draw(101)).toBeUndefined()
  const [set, drawn] = [await product.events('SettingsSet'), await product.events('TreasuryDrawn')]
  expect(decodeBody(drawn.at(-1)!.body)).toMatchObject({
    data: { budgetCents: BUDGET * 100 },
    meta: { configuration: set.at(-1)!.hash },
  })
  await other.close()
})

describe('a crash between a draw and the float', () => {
  /** As if the process had died after the draw. */
  async function drawAlone(target: Person, amountCents: number): Promise<void> {
    const { createCommands } = await import('#services/commands/commands.ts')
    const { TREASURY } = await import('#domain/treasury/events.ts')
    const meta = {
      actor: { id: admin.user.id, role: 'admin' as const },
      session: await sessionOf(product, admin),
      command: { id: newId(), hash: '0'.repeat(64) },
      correlation: newId(),
      causation: null,
      at: new Date(Date.now() + days * DAY_MS).toISOString(),
      reason: null,
      configuration: (await product.services.rules.now()).head.hash!,
    }
    const named = { draw: newId(), account: target.user.id, amountCents, budgetCents: BUDGET * 100 }
    await createCommands({ store: product.store }).treasury.execute(TREASURY, { type: 'Draw', ...named }, meta)
    expect(await floatOf(target)).toBe(0)
  }

  test('is completed by the sweep, once', async () => {
    const target = await product.anAdmin(0)
    const { treasury } = product.services
    await drawAlone(target, 500_00)
    await expect.poll(() => treasury.finishInterrupted(0)).toBe(1)
    expect([await floatOf(target), await treasury.finishInterrupted(0)]).toEqual([500, 0])
  })

  test('is completed by setting the float again: it is drawn once', async () => {
    const target = await product.anAdmin(0)
    await drawAlone(target, 500_00)
    expect((await setTo(admin, target, 500)).status).toBe(200)
    expect([await floatOf(target), (await queue()).usedToday]).toEqual([500, 500])
    const lowered = await product.anAdmin(0)
    await drawAlone(lowered, 500_00)
    expect((await setTo(admin, lowered, 200)).status).toBe(200)
    await product.services.treasury.finishInterrupted(0)
    expect(await floatOf(lowered)).toBe(200)
  })
})

test('law: admins who race for the treasury through two apis never get more than the budget', async () => {
  const other = await product.another()
  const people = await Promise.all(Array.from({ length: 4 }, () => product.anAdmin(0)))
  const request = fc.record({
    kind: fc.constantFrom('raise' as const, 'lower' as const, 'add' as const),
    who: fc.nat(3),
    whom: fc.nat(3),
    euros: fc.integer({ min: 1, max: 12_000 }),
    api: fc.nat(1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 16 }), async (wave) => {
      days += 1
      await Promise.all(people.map((person) => setTo(root, person, 0)))
      const replies = await Promise.all(
        wave.map(({ kind, who, whom, euros, api }) => {
          const origin = [product.origin, other.origin][api]!
          const body =
            kind === 'add' && wave.length < 5
              ? {
                  action: 'createUserAsAdmin',
                  adminUsername: newName(),
                  adminPassword: 'admin password',
                  adminBalance: euros,
                }
              : {
                  action: 'updateAdminBalance',
                  targetAdmin: people[whom]!.user.username,
                  newBalance: kind === 'lower' ? 0 : euros,
                }
          return fetch(`${origin}/api/admin/dashboard`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${people[who]!.token}` },
            body: JSON.stringify(body),
          })
        }),
      )
      for (const reply of replies) expect([200, 403]).toContain(reply.status)
      expect((await queue()).usedToday).toBeLessThanOrEqual(BUDGET)
      const floats = await Promise.all(people.map(floatOf))
      expect(floats.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(BUDGET)
    }),
    { numRuns: 15 },
  )
  await other.close()
})

test('the auditor finds nothing', async () => {
  const { findings, gaps } = await verify({ url: product.database.url })
  expect([findings, gaps]).toEqual([[], []])
})
