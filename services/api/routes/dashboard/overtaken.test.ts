// Commands of an admin who is blocked or removed while they are in progress. Each passed authentication and waits at
// the claim of its key, before it is hashed, decided and recorded.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeReason } from '#services/accounts/reasons.ts'
import { verify } from '#services/auditor/verify.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { waitingForLocks } from '#tests/database.ts'
import { newName, type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

let product: TestProduct
let root: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
})
afterAll(() => product.close())

/** Sends a request, runs `then` once it has reached the claim of its key, and lets it continue. */
async function whileUnderWay(by: Person, body: object, then: () => Promise<unknown>) {
  const client = await product.services.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table app.command_claim in access exclusive mode')
    const answer = product.admin(by.token, body)
    await until(async () => (await waitingForLocks(product.services.pool, 'app.command_claim')) === 1)
    await then()
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

async function endOf(admin: Person, type: 'BlockUser' | 'RemoveAdmin') {
  const reason = await storeReason(product.services.pool, 'by-admin', 'A rogue.')
  const meta = metaBy({ id: root.user.id, role: 'super-admin' }, new Date(), reason)
  const session = await sessionOf(product, root)
  const outcome = await product.services.accounts.execute(admin.user.id, { type }, { ...meta, session })
  expect(outcome).toMatchObject({ accepted: true })
}

const ENDS = new Set(['AccountBlocked', 'AdminRemoved'])
const password = 'harbour tide'
type Own = { readonly bettor: Person; readonly below: Person }
const ACTIONS: Record<string, (own: Own) => object> = {
  'adds an admin': () => ({
    ...{ action: 'createUserAsAdmin', adminUsername: newName(), adminPassword: password, adminBalance: 1_000 },
  }),
  'adds a user': () => ({ action: 'createUser', username: newName(), password, initialBalance: 0 }),
  'adds a user with money': () => ({ action: 'createUser', username: newName(), password, initialBalance: 5 }),
  'pays in': ({ bettor }) => ({
    ...{ action: 'updateBalance', userId: bettor.user.id, amountToAdd: 5, balanceType: 'deposit', reason: 'Paid.' },
  }),
  'pays out': ({ bettor }) => ({
    ...{ action: 'updateBalance', userId: bettor.user.id, amountToAdd: -5, balanceType: 'withdraw', reason: 'Paid.' },
  }),
  'removes an admin': ({ below }) => ({ action: 'removeAdmin', adminUsername: below.user.username, reason: 'Left.' }),
  'lowers a float': ({ below }) => ({
    ...{ action: 'updateAdminBalance', targetAdmin: below.user.username, newBalance: 1, reason: 'Less.' },
  }),
  'raises a float': ({ below }) => ({
    ...{ action: 'updateAdminBalance', targetAdmin: below.user.username, newBalance: 900, reason: 'More.' },
  }),
  'sets the password of an admin of his own': ({ below }) => ({
    ...{ action: 'changePassword', username: below.user.username, newPassword: 'another tide', reason: 'Lost.' },
  }),
  blocks: ({ bettor }) => ({ action: 'blockUser', targetUsername: bettor.user.username, reason: 'Odd.' }),
  'signs somebody out': ({ bettor }) => ({
    ...{ action: 'endSessions', targetUsername: bettor.user.username, reason: 'Odd.' },
  }),
  'gives goodwill': ({ bettor }) => ({ action: 'payGoodwill', userId: bettor.user.id, amount: 5, reason: 'Sorry.' }),
  'stops betting': () => ({ action: 'stopBetting', reason: 'Odd.' }),
  'hides a league': () => ({ action: 'blacklist', leagueKey: 'soccer_epl', reason: 'Odd.' }),
}

describe.each(['BlockUser', 'RemoveAdmin'] as const)('an admin who is out by %s', (type) => {
  test.each(Object.entries(ACTIONS))('%s no more', async (_, actionOf) => {
    const admin = await product.anAdmin(100)
    const bettor = await product.aBettor(admin, 10)
    const name = newName()
    const added = { action: 'createUserAsAdmin', adminUsername: name, adminPassword: password, adminBalance: 10 }
    expect((await product.admin(admin.token, added)).status).toBe(200)
    const below = await product.signIn(name, password)
    const expected = type === 'BlockUser' ? [403, 'account_blocked'] : [409, 'account_closed']
    const refused = await whileUnderWay(admin, actionOf({ bettor, below }), () => endOf(admin, type))
    expect([refused.status, refused.body.code]).toEqual(expected)

    const events = (await product.events()).map(({ body }) => decodeBody(body))
    const end = events.findLastIndex((one) => one.stream === `account-${admin.user.id}` && ENDS.has(one.type))
    expect(events.slice(end + 1).filter(({ meta }) => meta.actor.id === admin.user.id)).toEqual([])
    const { sessions } = product.services
    for (const { token } of [below, bettor]) expect(await sessions.find(token)).not.toBeNull()
  })
})

test('the auditor finds nothing wrong with any of it', async () => {
  expect((await verify({ url: product.database.url, threads: 1 })).findings).toEqual([])
})
