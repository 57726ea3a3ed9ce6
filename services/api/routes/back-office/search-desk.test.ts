import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { trailRows } from '#projections/audit/queries.ts'
import { newClient, newDatabase } from '#projections/testing/environment.ts'
import { DeskFindings } from '#services/contract/contract.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { findForDesk } from '../../reads/back-office/find-desk.ts'
import { soughtBy } from '../../reads/trail/search.ts'
import {
  newId,
  newName,
  type Person,
  parlay,
  single,
  startTestProduct,
  type TestProduct,
  until,
} from '../../testing/product.ts'
import { planOf, vacuum } from '../../testing/query-plan.ts'

describe('GET /api/admin/search', () => {
  let product: TestProduct
  let admin: Person
  let ada: Person
  let bet: string
  let both: string
  const fixtures = [newId(), newId(), newId()]
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
    ada = await product.signUp(`Ada.${newName()}`)
    await product.admin(admin.token, {
      action: 'updateBalance',
      userId: ada.user.id,
      amountToAdd: 100,
      balanceType: 'deposit',
    })
    const [one, other] = [product.newGame(), product.newGame()]
    bet = (await product.place(ada.token, single(one, 10))).body.betId as string
    both = (await product.place(ada.token, parlay([one, other], 5))).body.betId as string
    const teams = [
      ['Atlético Madrid', 'Şanlıurfa Spor', '2020-01-01T12:00:00Z'],
      ['Real Madrid', '1. FC Köln', new Date(Date.now() + 3_600_000).toISOString()],
      ["O'Higgins", 'Łódź', '2026-01-01T12:00:00Z'],
    ]
    for (const [at, [home, away, starts]] of teams.entries()) {
      await product.services.pool.query(
        `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, abandoned)
         values ($1, 'feed', 'soccer_epl', $2, $3, $4, $4, 1, false)`,
        [fixtures[at], home, away, starts],
      )
    }
    await until(async () => (await find(both)).bets.length === 1)
  })
  afterAll(() => product.close())

  async function find(q: string, token = admin.token): Promise<DeskFindings> {
    const { status, text } = await product.call(`/api/admin/search?q=${encodeURIComponent(q)}`, { token })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return DeskFindings.parse(JSON.parse(text))
  }
  const namesOf = ({ users }: DeskFindings) => users.map(({ username }) => username)

  test('finds people by how their names begin, whatever their case', async () => {
    const { username } = ada.user
    for (const q of ['ada.', 'ADA.', username, `  ${username} `]) expect(namesOf(await find(q))).toEqual([username])
    expect((await find('ada.')).users[0]).toEqual({ id: ada.user.id, username, role: 'user', is_blocked: false })
    expect((await find(admin.user.username)).users).toMatchObject([{ id: admin.user.id, role: 'admin' }])
    expect(namesOf(await find('da.'))).toEqual([])
    // the characters of LIKE patterns have no special meaning
    expect(namesOf(await find('%'))).toEqual([])
    expect(namesOf(await find('_da.'))).toEqual([])
  })

  test('finds accounts and bets by how their ids begin', async () => {
    expect(namesOf(await find(ada.user.id.slice(0, 12)))).toEqual([ada.user.username])
    expect((await find(bet.slice(0, 8).toUpperCase())).bets).toEqual([
      { id: bet, username: ada.user.username, name: expect.stringMatching(/^Home/), stake: 10, status: 'pending' },
    ])
    expect((await find(both)).bets).toMatchObject([{ id: both, name: '2-Leg Parlay', stake: 5 }])
    expect((await find(bet.slice(0, 5))).bets).toEqual([])
  })

  test('finds events by words of their teams, without accents, nearest in time first', async () => {
    const found = async (q: string) => (await find(q)).events.map(({ id }) => fixtures.indexOf(id))
    expect(await found('madrid')).toEqual([1, 0])
    for (const [q, at] of [
      ['atletico', 0],
      ['ATLÉT mad', 0],
      ['sanliurfa', 0],
      ['koln', 1],
      ['lodz', 2],
      ['higgins', 2],
      [fixtures[2]!, 2],
    ] as const) {
      expect([q, await found(q)]).toEqual([q, [at]])
    }
    expect(await found('real koln')).toEqual([1])
    expect(await found('real lodz')).toEqual([])
    expect(await found('adrid')).toEqual([])
    for (const q of ["'", '& |', '!(', ':*', '\\', '😀']) expect(await found(q)).toEqual([])
  })

  test('the search of the audit trail finds the same events, last start first', async () => {
    const sought = async (q: string) =>
      (await soughtBy(product.services.queries, q)).fixtures.map((id) => fixtures.indexOf(id))
    expect(await sought('madrid')).toEqual([1, 0])
    expect(await sought('ATLÉT mad')).toEqual([0])
    expect(await sought('adrid')).toEqual([])
    expect(await sought(':*')).toEqual([])
  })

  test('finds a ledger number in the ways people write it', async () => {
    const placed = (await product.events('BetPlaced')).length
    expect(placed).toBe(2)
    const all = await product.events()
    const number = all.findIndex(({ body }) => body.includes(bet) && body.includes('BetPlaced'))
    for (const q of [`${number}`, `#${number}`, ` #${number} `]) {
      expect((await find(q)).lines).toMatchObject([{ number, type: 'BetPlaced', betId: bet, userId: ada.user.id }])
    }
    expect((await find('#48,211')).lines).toEqual([])
    for (const none of ['999999999999999', '99999999999999999999', '1,000'.padEnd(41, ',000')]) {
      expect((await find(none)).lines).toEqual([])
    }
  })

  test('is for admins, and needs some text', async () => {
    const anonymous = await product.call('/api/admin/search?q=ada')
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'unauthorized'])
    const bettor = await product.call('/api/admin/search?q=ada', { token: ada.token })
    expect([bettor.status, bettor.body.code]).toEqual([403, 'not_an_admin'])
    for (const query of ['', '?q=', `?q=${'x'.repeat(65)}`]) {
      expect((await product.call(`/api/admin/search${query}`, { token: admin.token })).status).toBe(400)
    }
  })
})

test('the searches of the back office use an index for each thing that they look for', async () => {
  const { url, ownerUrl } = await newDatabase()
  const client = await newClient(url)
  await client.query(
    `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, abandoned)
     select md5(n::text), 'feed', 'soccer_epl', 'Team ' || md5(n::text), 'Other ' || n, now(), now(), 1, false
     from generate_series(1, 20000) n`,
  )
  await client.query(
    `insert into app.reason_text (commitment, salt, text)
     select md5(n::text), '', 'the wrong price of ' || md5(n::text) from generate_series(1, 20000) n`,
  )
  for (const table of ['app.fixture', 'app.reason_text']) await vacuum(ownerUrl, table)
  const { rows } = await client.query<{ word: string }>(`select left(md5('7'), 12) as word`)
  const queries = await openQueries(url)
  onTestFinished(() => queries.end())
  let scanned = ''
  const watched = new Proxy(queries, {
    get: (target, name) =>
      name === 'any'
        ? async (query: never) => {
            const plan = await planOf(queries, (db) => db.any(query))
            scanned += plan
            return target.any(query)
          }
        : Reflect.get(target, name),
  })
  const found = await findForDesk(watched, `team ${rows[0]!.word}`, new Date())
  expect(found.events).toHaveLength(1)
  const sought = await soughtBy(watched, `price of ${rows[0]!.word}`)
  const filter = { sought: [sought], types: null, since: null, until: null, leastCents: null, mostCents: null }
  await trailRows(watched, filter, { from: 0, to: 1_000 }, 'older', 10)
  // kinds that never have an amount are not searched for one
  const prices = { ...filter, sought: [], types: ['QuotesPublished'], leastCents: 1 }
  const plan = await planOf(queries, (db) => trailRows(db, prices, { from: 0, to: 1_000 }, 'older', 10))
  expect(plan.match(/"Relation Name":"audit"/g)).toHaveLength(1)
  const indexes = [...scanned.matchAll(/"Index Name":"(\w+)"/g)].map(([, index]) => index)
  expect(indexes).toEqual(expect.arrayContaining(['fixture_by_team', 'reason_text_by_word']))
  expect(indexes).not.toContain('fixture_by_start')
  const whole = [...scanned.matchAll(/"Seq Scan",[^}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table)
  expect(whole).not.toContain('fixture')
  expect(whole).not.toContain('reason_text')
})
