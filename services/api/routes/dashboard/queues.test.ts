// Queues that wait for an admin: games that no score decides, and suspended markets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEED, metaBy, REASON } from '#services/commands/testing/meta.ts'
import { Alerts, SuspendedMarkets, UndecidedFixtures } from '#services/contract/contract.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { resettleFixture } from '#services/workers/settlement/resettle-fixture.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { newId, type Person, parlay, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

let product: TestProduct
let queries: Queries
let admin: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct()
  queries = await openQueries(product.database.url)
  admin = await product.anAdmin(10_000)
  bettor = await product.aBettor(admin, 100)
})
afterAll(async () => {
  await queries.end()
  await product.close()
})

const get = (type: string, token = admin.token) => product.call(`/api/admin/dashboard?type=${type}`, { token })
const queue = async (page = 1) => UndecidedFixtures.parse((await get(`undecided&page=${page}`)).body)
const undecided = async () => (await queue()).events
const act = async (body: object) => (await product.admin(admin.token, body)).status
const businessNow = () => new Date()

/** A cup tie that began a while ago, but still takes bets. */
async function aTie(begunMs = 60_000): Promise<string> {
  const id = newId()
  const teams = { league: 'soccer_fa_cup', home: `Rovers ${id.slice(0, 6)}`, away: 'Wanderers' }
  const startsAt = new Date(Date.now() - begunMs).toISOString()
  await product.services.fixtures.execute(
    id,
    { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams },
    metaBy(FEED),
  )
  product.newGame({ id, ...teams })
  return id
}

async function isBetOn(body: object): Promise<void> {
  const placed = await product.place(bettor.token, body)
  expect(placed.status, placed.text).toBe(200)
  await until(() => product.services.reads.bets.accountOf(placed.body.betId as string))
}

/** A cup tie with a bet of 10 on the home team. */
async function aCupTie(): Promise<string> {
  const id = await aTie()
  await isBetOn(single(id, 10))
  return id
}

/**
 * Inserts this many copies of the open bet on the game, by an account that sorts before all others. `later`: how much
 * later than the bet they were placed.
 */
const openCopiesOn = (event: string, bets: number, later: string) =>
  product.services.pool.query(
    `with copies as (
       insert into app.bet (bet_id, account_id, status, stake_cents, odds, struck_return_cents, placed_at, legs, placed_event,
         number, sports, market, topics, resettled)
       select md5(b.bet_id || $3 || n), '', status, stake_cents, odds, struck_return_cents, placed_at + $3::interval, legs,
         placed_event, number, sports, market, topics, resettled
       from app.open_leg o join app.bet b on b.bet_id = o.bet_id cross join generate_series(1, $2) n
       where o.fixture_id = $1 and o.account_id <> '' returning bet_id)
     insert into app.open_leg (fixture_id, bet_id, leg, account_id) select $1, bet_id, 0, '' from copies`,
    [event, bets, later],
  )

const balance = async () => (await product.services.accounts.read(bettor.user.id)).walletCents

describe('games that no score decides', () => {
  test('wait with the bets on them, and are settled, and settled again, by what an admin decides', async () => {
    const event = await aCupTie()
    const before = await balance()
    expect(await act({ action: 'recordResult', eventId: event, home: 2, away: 1, regulation: null })).toBe(200)
    const settler = { ...product.services, queries, businessNow }
    await until(async () => (await undecided()).some(({ eventId }) => eventId === event))
    expect(await settleFixture(event, settler)).toMatchObject({ settled: 0, waiting: 1 })
    expect((await undecided()).find(({ eventId }) => eventId === event)).toMatchObject({
      score: { home: 2, away: 1 },
      regulation: null,
      selections: [{ market: 'h2h', selection: 'home', reason: 'regulation_unknown', bets: 1, stakes: 10 }],
    })

    const corrected = { action: 'correctResult', eventId: event, home: 2, away: 1 }
    expect(await act({ ...corrected, regulation: { home: 1, away: 1 } })).toBe(200)
    expect(await settleFixture(event, settler)).toMatchObject({ settled: 1 })
    expect(await balance()).toBe(before)
    await until(async () => (await undecided()).every(({ eventId }) => eventId !== event))

    // the score after ninety minutes was different: from the correction to the bettor's balance
    expect(await act({ ...corrected, regulation: { home: 2, away: 1 } })).toBe(200)
    await until(async () => (await resettleFixture(event, settler)).settled === 1)
    expect(await balance()).toBe(before + 2_100)
    const superseded = async () => (await product.services.pool.query('select from app.superseded_bet')).rowCount
    await until(async () => (await superseded()) === 0)
  })

  test('come ten a page, oldest first, as many as the alert says; without games that a parlay no longer depends on', async () => {
    const over = await aTie()
    const running = await aTie()
    await isBetOn(parlay([over, running], 1))
    expect(await act({ action: 'recordResult', eventId: over, home: 2, away: 1 })).toBe(200)
    const ties: string[] = []
    for (let nth = 0; nth < 11; nth++) {
      const tie = await aTie((7 * 60 + 20 - nth) * 60_000)
      await isBetOn(single(tie, 1))
      ties.push(tie)
    }
    await until(async () => (await queue()).total === ties.length)
    const pages = [await queue(), await queue(2)]
    expect(pages.map(({ events }) => events.map(({ eventId }) => eventId))).toEqual([ties.slice(0, 10), ties.slice(10)])
    expect(pages.map(({ total, page, pageSize }) => [total, page, pageSize])).toEqual([
      [11, 1, 10],
      [11, 2, 10],
    ])
    for (const { selections } of pages.flatMap(({ events }) => events))
      expect(selections).toMatchObject([{ reason: 'no_result', bets: 1, stakes: 1 }])
    const alert = await until(async () => {
      const { alerts } = Alerts.parse((await product.call('/api/admin/alerts', { token: admin.token })).body)
      return alerts.find((one) => one.kind === 'undecided' && one.games === ties.length)
    })
    expect(alert.since).toBe(pages[0]!.events[0]!.commence_time)
  })

  test('are counted with all their bets, however many come before those that are undecided', async () => {
    const event = await aCupTie()
    expect(await act({ action: 'recordResult', eventId: event, home: 2, away: 1, regulation: null })).toBe(200)
    const shown = async () => {
      const pages = [await queue(), await queue(2)]
      return pages.flatMap(({ events }) => events).find(({ eventId }) => eventId === event)?.selections
    }
    await until(async () => (await shown())?.[0]?.reason === 'regulation_unknown')
    // what was accepted after the end is void, whatever the score
    await openCopiesOn(event, 600, '1 day')
    expect(await shown()).toMatchObject([{ bets: 1, stakes: 10 }])
    await openCopiesOn(event, 600, '0 days')
    expect(await shown()).toMatchObject([{ bets: 601, stakes: 6_010 }])
    for (const table of ['app.open_leg', 'app.bet'])
      await product.services.pool.query(`delete from ${table} where account_id = ''`)
  })

  test('are for admins', async () => {
    expect((await get('undecided', bettor.token)).status).toBe(403)
  })
})

describe('suspended markets', () => {
  async function aSuspendedMarket(reason: string, move: object | null = null): Promise<string> {
    const event = newId()
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const teams = { league: 'soccer_epl', home: 'Suspended Rovers', away: 'Wanderers' }
    const listing = { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams } as const
    await product.services.fixtures.execute(event, listing, metaBy(FEED))
    await product.services.pool.query(
      `insert into app.suspended_market (fixture_id, market, reason, detail, since, seen_at)
       values ($1, 'h2h', $2, $3, now(), now())`,
      [event, reason, move],
    )
    return event
  }
  const waiting = async () => SuspendedMarkets.parse((await get('suspended-markets')).body).markets
  const eventsOn = async (event: string) =>
    (await product.events()).filter(({ stream }) => stream === `fixture-${event}`)
  const textOf = async (commitment: string) => {
    const { rows } = await product.services.pool.query('select text from app.reason_text where commitment = $1', [
      commitment,
    ])
    return rows[0]?.text
  }

  test('wait until an admin releases them', async () => {
    const event = await aSuspendedMarket('extreme-move', { selection: 'home', point: '', from: '2.00', to: '40.00' })
    await until(async () => (await waiting()).length > 0)
    expect(await waiting()).toMatchObject([{ eventId: event, reason: 'extreme-move', move: { to: '40.00' } }])
    const release = { action: 'releaseMarket', eventId: event, market: 'h2h', reason: 'the favourite is injured' }
    expect((await product.admin(bettor.token, release)).status).toBe(403)
    expect(await act({ ...release, market: 'totals' })).toBe(404)
    expect(await act({ ...release, eventId: 'no id' })).toBe(404)
    for (const reason of [undefined, '', '  ', 'x'.repeat(501)]) expect(await act({ ...release, reason })).toBe(400)
    expect(await waiting()).toHaveLength(1)
    expect(await eventsOn(event)).toHaveLength(1)

    const key = newId()
    const first = await product.admin(admin.token, release, { headers: { 'idempotency-key': key } })
    expect([first.status, first.body.message]).toEqual([200, 'The next prices of this market are offered'])
    expect(first.headers.get('x-ledger-position')).toBe(first.body.position)
    expect(await waiting()).toEqual([])
    const [, released, ...others] = await eventsOn(event)
    expect(others).toEqual([])
    const { type, data, meta } = JSON.parse(released!.body)
    expect([type, data]).toEqual([
      'MarketReleased',
      {
        market: 'h2h',
        why: 'extreme-move',
        since: expect.any(String),
        move: { selection: 'home', from: '2.00', to: '40.00' },
      },
    ])
    expect(meta).toMatchObject({ actor: { id: admin.user.id, role: 'admin' }, reason: { code: 'by-admin' } })
    expect(released!.body).not.toContain('injured')
    expect(await textOf(meta.reason.text)).toBe('the favourite is injured')

    // a second release is no news while one is in force
    const root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
    const second = await product.admin(root.token, release)
    expect([second.status, second.body.message]).toEqual([200, 'It is so already: nothing has changed'])
    expect(await eventsOn(event)).toHaveLength(2)
    // a repeated request gets its first reply, even after the prices have come back
    await product.services.pool.query('delete from app.suspended_market where fixture_id = $1', [event])
    product.commandLines.length = 0
    const again = await product.admin(admin.token, release, { headers: { 'idempotency-key': key } })
    expect([again.status, again.body]).toEqual([200, first.body])
    // the event is read, and no command is run
    expect(product.commandLines).toEqual([])
    expect(await act(release)).toBe(404)
    expect(await eventsOn(event)).toHaveLength(2)
  })

  test('are released by the event alone, even if the process that wrote it dies at once', async () => {
    const event = await aSuspendedMarket('implausible')
    await until(async () => (await waiting()).some(({ eventId }) => eventId === event))
    const { since } = (await waiting()).find(({ eventId }) => eventId === event)!
    const command = { type: 'ReleaseMarket', market: 'h2h', why: 'implausible', since } as const
    const meta = metaBy({ id: admin.user.id, role: 'admin' }, new Date(), REASON)
    expect(await product.services.fixtures.execute(event, command, meta)).toMatchObject({ accepted: true })
    await until(async () => (await waiting()).length === 0)
  })

  test('come ten a page, each once, even if they began at the same moment; there is nothing beyond the last page', async () => {
    await product.services.pool.query('delete from app.suspended_market')
    const events: string[] = []
    for (let nth = 0; nth < 11; nth++) events.push(await aSuspendedMarket('implausible'))
    const moved = await aSuspendedMarket('extreme-move', { selection: 'home', point: '', from: '2.00', to: '40.00' })
    const since = new Date(Date.now() - 1_000)
    await product.services.pool.query('update app.suspended_market set since = $1', [since])
    const paged = async (page: number) => SuspendedMarkets.parse((await get(`suspended-markets&page=${page}`)).body)
    await until(async () => (await paged(1)).total === 12)
    const pages = [await paged(1), await paged(2), await paged(3)]
    expect(pages.map(({ total, page, pageSize }) => [total, page, pageSize])).toEqual([
      [12, 1, 10],
      [12, 2, 10],
      [12, 3, 10],
    ])
    const inOrder = [moved, ...events.toSorted()]
    expect(pages.map(({ markets }) => markets.map(({ eventId }) => eventId))).toEqual([
      inOrder.slice(0, 10),
      inOrder.slice(10),
      [],
    ])
    // released markets are on no page, and not counted
    expect(await act({ action: 'releaseMarket', eventId: moved, market: 'h2h', reason: 'r' })).toBe(200)
    await until(async () => (await paged(1)).total === 11)
    expect((await paged(2)).markets.map(({ eventId }) => eventId)).toEqual(inOrder.slice(11))
    expect((await get('suspended-markets&page=0')).status).toBe(400)
    await product.services.pool.query('delete from app.suspended_market')
  })

  test('of a decided game, or void ones, are not released', async () => {
    const [decided, voided] = [await aSuspendedMarket('unreadable'), await aSuspendedMarket('unreadable')]
    expect(await act({ action: 'abandonFixture', eventId: decided })).toBe(200)
    expect(await act({ action: 'voidMarket', eventId: voided, market: 'h2h' })).toBe(200)
    for (const [eventId, code] of [
      [decided, 'fixture_closed'],
      [voided, 'market_voided'],
    ]) {
      const refused = await product.admin(admin.token, { action: 'releaseMarket', eventId, market: 'h2h', reason: 'r' })
      expect([refused.status, refused.body.code]).toEqual([409, code])
    }
  })
})
