// Limits per day what one admin decides by hand alone: whether in slices, concurrently, or through admins whom that
// admin added.
import { afterAll, beforeAll, expect, test } from 'vitest'
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
let root: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct({ settings: { FOUR_EYES_ABOVE: 40_00, FOUR_EYES_PER_DAY: 50_00 } })
  // waits longer than in production: what the read models have not counted in time waits for a second admin, which is
  // not tested here
  const { freshness } = product.services
  const hasWholeLog = freshness.hasWholeLog
  Object.assign(freshness, {
    hasWholeLog: (...needed: Parameters<typeof hasWholeLog>) => until(() => hasWholeLog(...needed)),
  })
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  bettor = await product.aBettor(await product.anAdmin(10_000), 5_000)
})
afterAll(() => product.close())

async function aBet(euros: number): Promise<string> {
  const { body } = await product.place(bettor.token, single(product.newGame(), euros))
  const betId = body.betId as string
  await until(async () => {
    const { body } = await product.call('/api/bets/my-bets', { token: bettor.token })
    return (body as unknown as { id: string }[]).some((one) => one.id === betId)
  })
  return betId
}
const addedBy = async (by: Person): Promise<Person> => {
  const adminUsername = newName()
  const adminPassword = 'known to whoever adds'
  await product.admin(by.token, { action: 'createUserAsAdmin', adminUsername, adminPassword, adminBalance: 0 })
  return product.signIn(adminUsername, adminPassword)
}
/** Whether the decision waits for a second admin. */
async function waits(by: Person, betId: string, key = newId()): Promise<boolean> {
  const headers = { 'idempotency-key': key }
  const { body, text } = await until(async () => {
    const reply = await product.admin(by.token, { action: 'voidBet', betId }, { headers })
    // sends the same request again, as the reply says
    return reply.body.code !== 'outcome_unknown' && reply
  })
  if (body.success !== true) throw new Error(text)
  return body.pendingApproval !== undefined
}
async function previewed(by: Person, betId: string) {
  const what = encodeURIComponent(JSON.stringify({ action: 'voidBet', betId }))
  const { body } = await product.call(`/api/admin/settlement/preview?what=${what}`, { token: by.token })
  return body as { above: number; needsApproval: boolean }
}
const usedOf = async () =>
  (await product.events('AuthorityUsed')).map(({ body }) => JSON.parse(body) as { data: { movesCents: number } })

test("slices below the amount wait once the day's limit is used up; the preview says what is left", async () => {
  const [one, other] = [await product.anAdmin(0), await product.anAdmin(0)]
  expect(await previewed(one, await aBet(30))).toMatchObject({ above: 40, needsApproval: false })
  expect(await waits(one, await aBet(30))).toBe(false)
  const next = await aBet(30)
  expect(await previewed(one, next)).toMatchObject({ above: 20, needsApproval: true })
  expect(await waits(one, next)).toBe(true)
  const asked = JSON.parse((await product.events('SettlementAsked')).at(-1)!.body)
  expect(asked).toMatchObject({ schema: 2, data: { movesCents: 30_00, aboveCents: 40_00, leftCents: 20_00 } })
  // what a second admin approves uses up nobody's day, and smaller decisions may still be made alone
  const { request } = asked.data as { request: string }
  const { body } = await product.admin(other.token, { action: 'approveSettlement', request, betId: next })
  expect(body).toMatchObject({ message: 'Approved' })
  expect(await waits(one, await aBet(20))).toBe(false)
  expect(await waits(one, await aBet(1))).toBe(true)
  // another hand has a day's limit of its own, and super admins have none
  expect(await waits(other, await aBet(40))).toBe(false)
  for (const euros of [40, 40]) expect(await waits(root, await aBet(euros))).toBe(false)
})

test('concurrent decisions by an admin and those whom that admin added do not exceed the limit together', async () => {
  const admin = await product.anAdmin(0)
  const added = await addedBy(admin)
  const hand = [admin, added, await addedBy(added)]
  const before = (await usedOf()).length
  const bets: string[] = []
  for (let at = 0; at < 9; at++) bets.push(await aBet(20))
  const answers = await Promise.all(bets.map((bet, at) => waits(hand[at % hand.length]!, bet)))
  expect(answers.filter((waiting) => !waiting)).toHaveLength(2)
  expect((await usedOf()).slice(before).map(({ data }) => data.movesCents)).toEqual([20_00, 20_00])
})

test('a repeated request is counted once', async () => {
  const admin = await product.anAdmin(0)
  const [bet, key, before] = [await aBet(15), newId(), (await usedOf()).length]
  const answers = await Promise.all([1, 2, 3].map(() => waits(admin, bet, key)))
  expect(answers).toEqual([false, false, false])
  expect(await waits(admin, bet, key)).toBe(false)
  expect(await usedOf()).toHaveLength(before + 1)
})

test('the auditor finds nothing wrong with any of it', async () => {
  const { findings } = await verify({ url: product.database.url })
  // the bets of these tests are struck at quotes that were never published
  expect(findings.filter(({ code }) => !code.startsWith('quote_'))).toEqual([])
})
