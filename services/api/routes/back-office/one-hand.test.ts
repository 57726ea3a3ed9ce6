// Whoever adds an admin knows the password, so such admins count as one person where a second one is needed or where
// there is a limit per person.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PromiseGoodwill } from '#domain/goodwill/goodwill-commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commitment } from '#domain/testing/samples.ts'
import { verify } from '#services/auditor/verify.ts'
import {
  newId,
  newName,
  type Person,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../../testing/product.ts'

let product: TestProduct
let admin: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct({ settings: { FOUR_EYES_ABOVE: 1_000 } })
  admin = await product.anAdmin(1_000)
  bettor = await product.aBettor(admin, 500)
})
afterAll(() => product.close())

const answer = async (by: Person, body: object) => {
  const { status, body: reply } = await product.admin(by.token, body)
  return [status, reply.code ?? reply.message]
}
const addedBy = async (by: Person): Promise<Person> => {
  const adminUsername = newName()
  const adminPassword = 'known to whoever adds'
  await product.admin(by.token, { action: 'createUserAsAdmin', adminUsername, adminPassword, adminBalance: 0 })
  return product.signIn(adminUsername, adminPassword)
}

/** Makes the admin ask to void a bet of 20; returns the body that approves that. */
async function askedBy(asker: Person): Promise<object> {
  const { body } = await product.place(bettor.token, single(product.newGame(), 20))
  const betId = body.betId as string
  const reply = await until(async () => {
    const { body } = await product.admin(asker.token, { action: 'voidBet', betId })
    return body.code !== 'bet_missing' && body
  })
  const { request } = reply.pendingApproval as { request: string }
  return { action: 'approveSettlement', request, betId }
}

test('a decision is not approved by an admin whom the asker added, nor the other way round, nor by a third one of the same hand', async () => {
  const [one, two] = [await addedBy(admin), await addedBy(admin)]
  const below = await addedBy(two)
  for (const [asker, approver] of [
    [admin, one],
    [one, admin],
    [one, two],
    [one, below],
    [below, admin],
  ] as const) {
    const approve = await askedBy(asker)
    expect(await answer(approver, approve)).toEqual([403, 'approver_of_one_hand'])
    expect(await answer(asker, approve)).toEqual([403, 'second_admin_required'])
    expect(await answer(await product.anAdmin(0), approve)).toEqual([200, 'Approved'])
  }
})

test('a decision asked by an admin who was removed is not approved any more', async () => {
  const leaving = await product.anAdmin(0)
  const approve = await askedBy(leaving)
  const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  await product.admin(root.token, { action: 'removeAdmin', adminUsername: leaving.user.username })
  expect(await answer(admin, approve)).toEqual([409, 'asker_blocked'])
})

test('a blocked admin is not unblocked by one whom that admin added', async () => {
  const leaving = await product.anAdmin(0)
  const added = await addedBy(leaving)
  const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  const on = (action: string) => ({ action, targetUsername: leaving.user.username })
  expect((await answer(root, on('blockUser')))[0]).toBe(200)
  expect(await answer(added, on('unblockUser'))).toEqual([403, 'super_admin_required'])
  expect((await answer(root, on('unblockUser')))[0]).toBe(200)
})

test('goodwill is not multiplied by adding admins', async () => {
  const goodwill = { action: 'payGoodwill', userId: bettor.user.id, amount: 100, reason: newId() }
  expect((await answer(admin, goodwill))[0]).toBe(200)
  const added = await addedBy(admin)
  expect(await answer(added, { ...goodwill, amount: 1 })).toEqual([409, 'goodwill_bound_reached'])
})

test('the auditor accepts all of it, and finds what was recorded against the rule', async () => {
  const added = await addedBy(admin)
  const found = async () => {
    const { findings } = await verify({ url: product.database.url })
    return findings.filter(({ code }) => code === 'approval_wrong' || code === 'goodwill_above_bound')
  }
  expect(await found()).toEqual([])
  const { request } = (await askedBy(admin)) as { request: string }
  const { accounts } = product.services
  const by = (): CommandMeta => ({
    actor: { id: added.user.id, role: 'admin' },
    session: null,
    command: { id: newId(), hash: commitment('anything') },
    correlation: newId(),
    causation: null,
    at: new Date().toISOString(),
    reason: null,
  })
  const approve = { type: 'ApproveSettlement', request, outcomes: [] } as const
  expect((await accounts.execute(bettor.user.id, approve, by())).accepted).toBe(true)
  const promise = { type: 'PromiseGoodwill', goodwill: newId(), to: bettor.user.id, amountCents: 1, perDayCents: 1 }
  expect((await accounts.execute(added.user.id, promise as PromiseGoodwill, by())).accepted).toBe(true)
  expect((await found()).map(({ code }) => code)).toEqual(['approval_wrong', 'goodwill_above_bound'])
})
