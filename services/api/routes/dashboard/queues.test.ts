// What waits for an admin: games that no score decides, and markets whose prices could not be meant.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEED, metaBy } from '#services/commands/testing/meta.ts'
import { SuspendedMarkets, UndecidedFixtures } from '#services/contract/contract.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { resettleFixture } from '#services/workers/settlement/resettle-fixture.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { newId, type Person, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

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
const undecided = async () => UndecidedFixtures.parse((await get('undecided')).body).events
const act = async (body: object) => (await product.admin(admin.token, body)).status
const businessNow = () => new Date()

/** A cup tie with a bet of 10 on the home team. */
async function aCupTie(): Promise<string> {
  const id = newId()
  const teams = { league: 'soccer_fa_cup', home: `Rovers ${id.slice(0, 6)}`, away: 'Wanderers' }
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  await product.services.fixtures.execute(
    id,
    { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams },
    metaBy(FEED),
  )
  product.newGame({ id, ...teams })
  const { body } = await product.place(bettor.token, single(id, 10))
  await until(() => product.services.reads.bets.accountOf(body.betId as string))
  return id
}

const balance = async () => (await product.services.accounts.read(bettor.user.id)).walletCents

describe('games that no score decides', () => {
  test('wait with the bets on them, and are settled, and settled again, by what an admin says', async () => {
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

    // the ninety minutes were another: from the correction to the bettor's balance
    expect(await act({ ...corrected, regulation: { home: 2, away: 1 } })).toBe(200)
    await until(async () => (await resettleFixture(event, settler)).settled === 1)
    expect(await balance()).toBe(before + 2_100)
    const superseded = async () => (await product.services.pool.query('select from app.superseded_bet')).rowCount
    await until(async () => (await superseded()) === 0)
  })

  test('are for admins', async () => {
    expect((await get('undecided', bettor.token)).status).toBe(403)
  })
})

describe('suspended markets', () => {
  test('wait until an admin releases them', async () => {
    const event = newId()
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const teams = { league: 'soccer_epl', home: 'Suspended Rovers', away: 'Wanderers' }
    const listing = { type: 'ListFixture', source: 'house', providerId: null, startsAt, ...teams } as const
    await product.services.fixtures.execute(event, listing, metaBy(FEED))
    await product.services.pool.query(
      `insert into app.suspended_market (fixture_id, market, reason, detail, since, seen_at)
       values ($1, 'h2h', 'extreme-move', '{"selection":"home","point":"","from":"2.00","to":"40.00"}', now(), now())`,
      [event],
    )
    const waiting = async () => SuspendedMarkets.parse((await get('suspended-markets')).body).markets
    await until(async () => (await waiting()).length > 0)
    expect(await waiting()).toMatchObject([{ eventId: event, reason: 'extreme-move', move: { to: '40.00' } }])
    const release = { action: 'releaseMarket', eventId: event, market: 'h2h' }
    expect((await product.admin(bettor.token, release)).status).toBe(403)
    expect(await act({ ...release, market: 'totals' })).toBe(404)
    expect(await act(release)).toBe(200)
    expect(await waiting()).toEqual([])
  })
})
