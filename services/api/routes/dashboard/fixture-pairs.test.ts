import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { metaBy, REASON } from '#services/commands/testing/meta.ts'
import { FixturePairs } from '#services/contract/contract.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import { aFixturePair, anOpenLeg, asFeed, type TestPair } from '../../testing/fixture-pairs.ts'
import { newId, type Person, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

let product: TestProduct
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  admin = await product.anAdmin(0)
})
afterAll(() => product.close())

const queue = async (query = '') => {
  const { status, text } = await product.call(`/api/admin/dashboard?type=fixture-pairs${query}`, { token: admin.token })
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return FixturePairs.parse(JSON.parse(text))
}
const pairOf = async ({ oldFixture }: TestPair) => (await queue()).pairs.find(({ older }) => older.id === oldFixture)
/** The pair, wherever it is in the queue: how it was decided, when and by whom. */
async function queuedAs({ oldFixture }: TestPair) {
  for (let page = 1; ; page++) {
    const { pairs } = await queue(`&page=${page}`)
    if (pairs.length === 0) return null
    const found = pairs.find(({ older }) => older.id === oldFixture)
    if (found !== undefined) return [found.resolution, found.resolvedAt, found.resolvedBy]
  }
}
const decide = (action: 'joinFixtures' | 'keepFixturesApart', pair: TestPair, key = newId(), by = admin) => {
  const { oldFixture, newFixture } = pair
  const body = { action, oldFixture, newFixture, reason: 'rain' }
  return product.admin(by.token, body, { headers: { 'idempotency-key': key } })
}
const eventsOf = async ({ oldFixture, newFixture }: TestPair) => {
  const streams = [`fixture-${oldFixture}`, `fixture-${newFixture}`]
  return (await product.events()).filter(({ stream }) => streams.includes(stream))
}
const fixtureOf = async (providerId: string, table: 'provider_fixture' | 'provider_listing') => {
  const text = `select fixture_id from app.${table} where provider_id = $1`
  const { rows } = await product.services.pool.query<{ fixture_id: string }>(text, [providerId])
  return rows[0]?.fixture_id
}

describe('the queue of games that may be one', () => {
  test('is for admins', async () => {
    const bettor = await product.signUp()
    const pair = await aFixturePair(product)
    const { status } = await product.call('/api/admin/dashboard?type=fixture-pairs', { token: bettor.token })
    expect(status).toBe(403)
    expect((await decide('joinFixtures', pair, newId(), bettor)).status).toBe(403)
    expect((await product.call('/api/admin/dashboard?type=fixture-pairs')).status).toBe(401)
  })

  test('shows both games, why they are doubtful, since when, and the open bets on the older', async () => {
    const pair = await aFixturePair(product, { openBets: 3 })
    await until(async () => (await pairOf(pair)) !== undefined)
    expect(await pairOf(pair)).toMatchObject({
      older: { id: pair.oldFixture, league: 'baseball_kbo', home: 'Harbour Town', away: 'Hill City', closed: false },
      newer: { id: pair.newFixture, closed: false },
      why: 'may-meet-again',
      openBets: 3,
      resolution: null,
      resolvedAt: null,
      resolvedBy: null,
    })
  })

  test('comes ten a page, undecided pairs first', async () => {
    const pairs: TestPair[] = []
    for (let made = 0; made < 12; made++) pairs.push(await aFixturePair(product))
    await until(async () => (await queue()).pairs[0]?.older.id === pairs.at(-1)!.oldFixture)
    const before = await queue()
    expect(before.pairs).toHaveLength(10)
    expect(before).toMatchObject({ page: 1, pageSize: 10 })
    await decide('keepFixturesApart', pairs.at(-1)!)
    const after = await queue()
    expect(after).toMatchObject({ waiting: before.waiting - 1, total: before.total })
    expect(after.pairs[0]!.older.id).toBe(pairs.at(-2)!.oldFixture)
    const pages = await Promise.all([1, 2, 3].map((page) => queue(`&page=${page}`)))
    const shown = pages.flatMap((page) => page.pairs.map(({ older }) => older.id))
    expect(new Set(shown).size).toBe(before.total)
  })

  test('no longer waits once the older game is decided', async () => {
    const pair = await aFixturePair(product)
    await until(async () => (await pairOf(pair)) !== undefined)
    const { waiting } = await queue()
    const closedAt = new Date().toISOString()
    await asFeed(product, pair.oldFixture, { type: 'AbandonFixture', why: 'not-completed', closedAt })
    await until(async () => (await queue()).waiting === waiting - 1)
  })
})

describe('joinFixtures', () => {
  test('gives the newer id to the older game and abandons the duplicate', async () => {
    const pair = await aFixturePair(product)
    const { status, body, headers } = await decide('joinFixtures', pair)
    expect([status, body.success, body.message]).toEqual([200, true, 'The events are one now'])
    expect(headers.get('x-ledger-position')).toBe(body.position)
    const [, , abandoned, linked] = await eventsOf(pair)
    expect([abandoned!.type, abandoned!.stream]).toEqual(['FixtureAbandoned', `fixture-${pair.newFixture}`])
    expect(JSON.parse(abandoned!.body).data).toMatchObject({ why: 'duplicate' })
    expect([linked!.type, linked!.stream]).toEqual(['ProviderIdLinked', `fixture-${pair.oldFixture}`])
    const { data, meta } = JSON.parse(linked!.body)
    expect(data).toEqual({ providerId: pair.providerId })
    expect(meta).toMatchObject({
      actor: { id: admin.user.id, role: 'admin' },
      causation: `fixture-${pair.newFixture}@1`,
      reason: { code: 'by-admin' },
    })
    expect(linked!.body).not.toContain('rain')
    await until(async () => (await fixtureOf(pair.providerId, 'provider_fixture')) === pair.oldFixture)
    expect(await fixtureOf(pair.providerId, 'provider_listing')).toBe(pair.oldFixture)
    expect((await pairOf(pair)) ?? { resolution: 'joined' }).toMatchObject({ resolution: 'joined' })
  })

  test('is done once, however often it is requested under one key, and by one admin', async () => {
    const pair = await aFixturePair(product)
    const key = newId()
    const other = await product.anAdmin(0)
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => decide('joinFixtures', pair, key)),
      decide('joinFixtures', pair, newId(), other),
    ])
    for (const { status } of replies) expect([200, 409]).toContain(status)
    expect((await decide('joinFixtures', pair, key)).body.success === true).toBe(replies[0]!.status === 200)
    expect((await eventsOf(pair)).map(({ type }) => type).sort()).toEqual([
      'FixtureAbandoned',
      'FixtureListed',
      'FixtureListed',
      'ProviderIdLinked',
    ])
  })

  test('holds no connection of the pool and no transaction while the ledger is written', async () => {
    const pair = await aFixturePair(product)
    // folding the pair takes a transaction too
    await caughtUp(product)
    const { fixtures, pool } = product.services
    const execute = fixtures.execute.bind(fixtures)
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const spied = vi.spyOn(fixtures, 'execute').mockImplementation(async (...asked) => {
      begun.resolve()
      await goOn.promise
      return execute(...asked)
    })
    const [one, other] = [decide('joinFixtures', pair), decide('keepFixturesApart', pair)]
    await begun.promise
    const open = await pool.query(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    goOn.resolve()
    const statuses = [(await one).status, (await other).status]
    spied.mockRestore()
    expect(open.rows).toEqual([])
    expect(statuses.sort()).toEqual([200, 409])
  })

  test('continues where a crash left it', async () => {
    const pair = await aFixturePair(product)
    const closedAt = new Date().toISOString()
    await asFeed(product, pair.newFixture, { type: 'AbandonFixture', why: 'duplicate', closedAt })
    expect((await decide('joinFixtures', pair)).status).toBe(200)
    expect((await eventsOf(pair)).map(({ type }) => type).sort()).toEqual([
      'FixtureAbandoned',
      'FixtureListed',
      'FixtureListed',
      'ProviderIdLinked',
    ])
  })

  const result = {
    score: { home: 1, away: 0 },
    source: 'admin',
    reads: [],
    closedAt: new Date().toISOString(),
  } as const
  test.each<[string, (pair: TestPair) => Promise<unknown>, number, string]>([
    ['the newer game has bets', ({ newFixture }) => anOpenLeg(product, newFixture), 409, 'fixture_has_bets'],
    [
      'the newer game had bets',
      ({ newFixture }) => product.services.pool.query("insert into app.settled_leg values ($1, 'b', 1)", [newFixture]),
      409,
      'fixture_has_bets',
    ],
    [
      'the older game has a result',
      ({ oldFixture }) => asFeed(product, oldFixture, { type: 'RecordResult', ...result }),
      409,
      'fixture_closed',
    ],
    [
      'the newer game has a result',
      ({ newFixture }) => asFeed(product, newFixture, { type: 'RecordResult', ...result }),
      409,
      'fixture_closed',
    ],
    [
      'the older game was given up',
      ({ oldFixture }) =>
        asFeed(product, oldFixture, { type: 'AbandonFixture', why: 'not-completed', closedAt: result.closedAt }),
      409,
      'fixture_closed',
    ],
    ['they are apart', (pair) => decide('keepFixturesApart', pair), 409, 'fixture_pair_resolved'],
  ])('is refused where %s, and nothing is done', async (_where, given, status, code) => {
    const pair = await aFixturePair(product)
    await given(pair)
    const before = await eventsOf(pair)
    const key = newId()
    const refused = await decide('joinFixtures', pair, key)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(await eventsOf(pair)).toEqual(before)
    expect(await fixtureOf(pair.providerId, 'provider_listing')).toBe(pair.newFixture)
    // a refusal leaves the key free
    expect((await decide('joinFixtures', await aFixturePair(product), key)).status).toBe(200)
  })

  test('gives a game to one older game only, and it can be kept apart from the others', async () => {
    const [one, other] = [await aFixturePair(product), await aFixturePair(product)]
    const second = { ...one, oldFixture: other.oldFixture }
    await product.services.pool.query("insert into app.fixture_pair values ($1, $2, $3, 'may-meet-again', now())", [
      second.oldFixture,
      second.newFixture,
      second.providerId,
    ])
    const replies = await Promise.all([decide('joinFixtures', one), decide('joinFixtures', second)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.map(({ body }) => body.code)).toContain('fixture_closed')
    const [joined, left] = replies[0]!.status === 200 ? [one, second] : [second, one]
    expect((await decide('joinFixtures', left)).body.code).toBe('fixture_closed')
    const linked = (await product.events('ProviderIdLinked')).filter(({ body }) => body.includes(one.providerId))
    expect(linked.map(({ stream }) => stream)).toEqual([`fixture-${joined.oldFixture}`])
    expect(await fixtureOf(one.providerId, 'provider_listing')).toBe(joined.oldFixture)
    expect((await decide('keepFixturesApart', left)).status).toBe(200)
  })

  test('is refused for games that are not a pair', async () => {
    const [one, other] = [await aFixturePair(product), await aFixturePair(product)]
    const { status, body } = await decide('joinFixtures', { ...one, newFixture: other.newFixture })
    expect([status, body.code]).toEqual([404, 'fixture_pair_missing'])
  })
})

describe('keepFixturesApart', () => {
  test('decides the pair, and changes neither game', async () => {
    const pair = await aFixturePair(product)
    const key = newId()
    const { status, body } = await decide('keepFixturesApart', pair, key)
    expect([status, body.message]).toEqual([200, 'The events stay apart'])
    expect((await decide('keepFixturesApart', pair, key)).status).toBe(200)
    expect((await decide('keepFixturesApart', pair)).body.code).toBe('fixture_pair_resolved')
    const [, , apart, ...others] = await eventsOf(pair)
    expect(others).toEqual([])
    expect([apart!.type, apart!.stream]).toEqual(['FixturesKeptApart', `fixture-${pair.oldFixture}`])
    const { data, meta } = JSON.parse(apart!.body)
    expect(data).toEqual({ newer: pair.newFixture, why: 'may-meet-again' })
    expect(meta).toMatchObject({ actor: { id: admin.user.id, role: 'admin' }, reason: { code: 'by-admin' } })
    expect(apart!.body).not.toContain('rain')
    const { rows } = await product.services.pool.query('select text from app.reason_text where commitment = $1', [
      meta.reason.text,
    ])
    expect(rows).toEqual([{ text: 'rain' }])
    expect(await queuedAs(pair)).toEqual(['apart', meta.at, admin.user.username])
  })

  test('is for admins and super admins, with a reason, and is decided once', async () => {
    const pair = await aFixturePair(product)
    const bettor = await product.signUp()
    const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
    expect((await decide('keepFixturesApart', pair, newId(), bettor)).status).toBe(403)
    const { oldFixture, newFixture } = pair
    for (const reason of [undefined, '', ' ', 'x'.repeat(501)]) {
      const body = { action: 'keepFixturesApart', oldFixture, newFixture, reason }
      expect((await product.admin(admin.token, body)).status).toBe(400)
    }
    expect(await eventsOf(pair)).toHaveLength(2)
    const replies = await Promise.all([
      decide('keepFixturesApart', pair, newId(), root),
      decide('keepFixturesApart', pair),
      decide('joinFixtures', pair),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await eventsOf(pair)).filter(({ type }) => type === 'FixturesKeptApart').length).toBeLessThan(2)
  })

  test('takes effect by the event alone, even if the process that wrote it dies at once', async () => {
    const pair = await aFixturePair(product)
    await until(async () => (await pairOf(pair)) !== undefined)
    const { waiting } = await queue()
    const command = { type: 'KeepFixturesApart', newer: pair.newFixture, why: 'may-meet-again' } as const
    const meta = metaBy({ id: admin.user.id, role: 'admin' }, new Date(), REASON)
    expect(await product.services.fixtures.execute(pair.oldFixture, command, meta)).toMatchObject({ accepted: true })
    await until(async () => (await queue()).waiting === waiting - 1)
    expect(await queuedAs(pair)).toEqual(['apart', meta.at, admin.user.username])
    for (const action of ['keepFixturesApart', 'joinFixtures'] as const) {
      expect((await decide(action, pair)).body.code).toBe('fixture_pair_resolved')
    }
  })

  test('is refused for a game that is over, or not listed', async () => {
    const pair = await aFixturePair(product)
    const closedAt = new Date().toISOString()
    await asFeed(product, pair.oldFixture, { type: 'AbandonFixture', why: 'not-completed', closedAt })
    expect((await decide('keepFixturesApart', pair)).body.code).toBe('fixture_closed')
    const unlisted = { ...(await aFixturePair(product)), newFixture: newId() }
    const row = "insert into app.fixture_pair values ($1, $2, 'x', 'sides-changed', now())"
    await product.services.pool.query(row, [unlisted.oldFixture, unlisted.newFixture])
    expect((await decide('keepFixturesApart', unlisted)).body.code).toBe('fixture_pair_missing')
  })

  test('is refused for a pair that a crash left half joined, which is finished instead', async () => {
    const pair = await aFixturePair(product)
    const { oldFixture, newFixture, providerId } = pair
    await asFeed(product, newFixture, { type: 'AbandonFixture', why: 'duplicate', closedAt: new Date().toISOString() })
    expect((await decide('keepFixturesApart', pair)).body.code).toBe('fixture_pair_resolved')
    await product.services.fixturePairs.reassignId(providerId, oldFixture)
    await asFeed(product, oldFixture, { type: 'LinkProviderId', providerId })
    expect((await decide('keepFixturesApart', pair)).body.code).toBe('fixture_pair_resolved')
    expect((await decide('joinFixtures', pair)).status).toBe(200)
    expect((await eventsOf(pair)).map(({ type }) => type)).not.toContain('FixturesKeptApart')
  })

  test('still applies to pairs that were kept apart before that was an event', async () => {
    const pair = await aFixturePair(product)
    await until(async () => (await pairOf(pair)) !== undefined)
    const { waiting } = await queue()
    await product.services.pool.query(
      "update app.fixture_pair set resolution = 'apart', resolved_by = $2, resolved_at = now() where old_fixture = $1",
      [pair.oldFixture, admin.user.id],
    )
    expect((await queue()).waiting).toBe(waiting - 1)
    expect(await queuedAs(pair)).toEqual(['apart', expect.any(String), admin.user.username])
    expect((await decide('keepFixturesApart', pair)).body.code).toBe('fixture_pair_resolved')
  })
})
