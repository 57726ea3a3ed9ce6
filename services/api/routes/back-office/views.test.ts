// Personal data that admins and auditors are shown: recorded in the ledger before they see it, once per business day.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '#services/auditor/verify.ts'
import { AuditPage } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { StoreUnavailable } from '#services/event-store/port.ts'
import { newName, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

const FIRST_DAY = '2026-11-20'
let now = new Date(`${FIRST_DAY}T12:00:00.000Z`)
let product: TestProduct
let other: Awaited<ReturnType<TestProduct['another']>>
let root: Person
let admin: Person
let auditor: Person
let ada: Person
beforeAll(async () => {
  product = await startTestProduct({ businessNow: () => now })
  other = await product.another()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(1_000)
  ada = await product.aBettor(admin, 10)
  const [username, password] = [newName(), 'an auditor reads']
  await product.admin(root.token, { action: 'createAuditor', username, password, reason: 'the yearly audit' })
  auditor = await product.signIn(username, password)
})
afterAll(async () => {
  await other.close()
  await product.close()
})

const get = (path: string, { token }: Person = admin) => product.call(path, { token })
const page = ({ user }: Person) => `/api/admin/users/${user.id}`
const sessions = ({ user }: Person) => `/api/admin/sessions?username=${encodeURIComponent(user.username)}`
const history = ({ user }: Person) => `/api/admin/history/${user.id}`

/** Since the last call: who was shown what, about whom. */
let seen = 0
async function recorded() {
  const events = (await product.events('PersonalDataViewed')).map(({ body }) => decodeBody(body))
  const views = events.slice(seen).map(({ stream, data, meta }) => {
    const { what, day } = data as { what: string; day: string }
    return [meta.actor.id, what, stream.slice('session-'.length), day]
  })
  seen = events.length
  return views
}

test.each([
  ['profile', () => page(ada)],
  ['sessions', () => sessions(ada)],
  ['history', () => history(ada)],
  ['transactions-file', () => `${page(ada)}/transactions?format=csv`],
  ['turnover-file', () => `${page(ada)}/turnover?format=csv`],
])('a %s of somebody, however often and wherever it is asked for', async (what, path) => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const replies = await Promise.all([
    ...Array.from({ length: 8 }, () => get(path())),
    ...Array.from({ length: 8 }, () => fetch(`${other.origin}${path()}`, { headers })),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(await recorded()).toEqual([[admin.user.id, what, ada.user.id, FIRST_DAY]])
})

test.each([
  ['users-file', '/api/admin/users?format=csv', () => admin],
  ['trail-file', '/api/admin/audit?format=jsonl', () => admin],
  ['bets-file', '/api/admin/bets?format=csv', () => admin],
  ['balances-file', '/api/admin/balances?format=csv', () => auditor],
])('a %s of everybody', async (what, path, who) => {
  for (let time = 0; time < 2; time++) expect((await get(path, who())).status).toBe(200)
  expect(await recorded()).toEqual([[who().user.id, what, who().user.id, FIRST_DAY]])
})

test('a history of nobody is missing on any page, and one of a part of the product is about nobody: neither is recorded', async () => {
  await recorded()
  for (const whom of ['Nobody%20Of%20Here', 'bet-1', 'f'.repeat(32)]) {
    for (const part of ['', '?before=1', '?after=1']) {
      expect([whom, part, (await get(`/api/admin/history/${whom}${part}`)).status]).toEqual([whom, part, 404])
    }
  }
  const actors = (await product.events()).map(({ body }) => decodeBody(body).meta.actor)
  const parts = new Set(actors.flatMap(({ id, role }) => (role === 'system' ? [id] : [])))
  expect(parts.size).toBeGreaterThan(0)
  for (const part of parts) expect((await get(`/api/admin/history/${part}`)).status).toBe(200)
  expect(await recorded()).toEqual([])
  // a page beyond the end of somebody's history
  expect((await get(`${history(ada)}?before=0`)).status).toBe(200)
  await recorded()
})

test('lists, missing pages, and one’s own sign-ins and history are not recorded', async () => {
  for (const path of ['/api/admin/users', '/api/admin/audit', '/api/admin/dashboard', `${page(ada)}/transactions`]) {
    expect((await get(path)).status).toBe(200)
  }
  for (const path of [sessions(admin), history(admin)]) expect((await get(path)).status).toBe(200)
  expect((await get(page(root))).status).toBe(404)
  expect((await get(sessions(root))).status).toBe(403)
  expect((await get(page(ada), ada)).status).toBe(403)
  expect(await recorded()).toEqual([])
})

test('everybody who looks is recorded, and again the next day', async () => {
  await get(page(ada), auditor)
  await get(sessions(admin), root)
  await get(history(root))
  now = new Date('2026-11-20T23:30:00.000Z')
  await get(page(ada))
  expect(await recorded()).toEqual([
    [auditor.user.id, 'profile', ada.user.id, FIRST_DAY],
    [root.user.id, 'sessions', admin.user.id, FIRST_DAY],
    [admin.user.id, 'history', root.user.id, FIRST_DAY],
    [admin.user.id, 'profile', ada.user.id, '2026-11-21'],
  ])
})

test('nothing is shown that the ledger cannot record', async () => {
  const { views } = product.services
  const { ofSomebody, ofAll } = views
  const away = async () => {
    throw new StoreUnavailable('the event store is away')
  }
  Object.assign(views, { ofSomebody: away, ofAll: away })
  try {
    for (const path of [page(ada), sessions(ada), history(ada), '/api/admin/users?format=csv']) {
      const { status, text } = await get(path)
      expect(status).toBe(503)
      expect(text).not.toContain(ada.user.username)
    }
  } finally {
    Object.assign(views, { ofSomebody, ofAll })
  }
})

test('the audit trail shows it, whoever it is about, and the auditor accepts it', async () => {
  const trail = async (person: string) =>
    AuditPage.parse((await get(`/api/admin/audit?person=${person}&kind=views`, root)).body).lines
  await expect.poll(async () => (await trail(ada.user.id)).length).toBe(7)
  const [newest] = await trail(ada.user.id)
  expect(newest).toMatchObject({ who: { name: admin.user.username }, on: { name: ada.user.username }, kind: 'views' })
  expect(newest!.what.map(({ text }) => text).join('')).toBe(
    `${admin.user.username} was shown the profile of ${ada.user.username}`,
  )
  const texts = (await trail(admin.user.id)).map(({ what }) => what.map(({ text }) => text).join(''))
  expect(texts).toContain(`${admin.user.username} was given a file of the users`)
  const { findings } = await verify({ url: product.database.url })
  expect(findings.filter(({ code }) => code === 'view_implausible' || code === 'actor_implausible')).toEqual([])
})
