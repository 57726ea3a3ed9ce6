import { beforeAll, describe, expect, it } from 'vitest'
import { openQueries, type Queries } from '../services/database/queries.ts'
import { PostgresLog } from '../services/event-store/postgres/log.ts'
import { createTestDatabase } from '../tests/database.ts'
import { accountsById, bettorsPage, bettorTotals } from './accounts/queries.ts'
import { auditPage } from './audit/queries.ts'
import {
  betById,
  betsOf,
  betsPage,
  decidedWithOpenBets,
  mostBetOn,
  openBetsOn,
  supersededBets,
} from './bets/queries.ts'
import { fixtureOfProvider, fixturesById, openFixtures } from './fixtures/queries.ts'
import { readHouse } from './house/queries.ts'
import { rebuild } from './rebuild/rebuild.ts'
import { statisticsOf } from './statistics/queries.ts'
import { tellStory } from './testing/story.ts'
import { readModels, writeLog } from './testing/write-log.ts'
import { transfersLeft } from './transfers/queries.ts'

let db: Queries
let rows: Record<string, Record<string, string & number>[]>

beforeAll(async () => {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  await writeLog(store, tellStory(5, 500))
  await rebuild({ store, url: database.url })
  rows = (await readModels(database.url)) as typeof rows
  db = await openQueries(database.url, { max: 2 })
  return async () => {
    await db.end()
    await store.close()
    await database.drop()
  }
})

const table = (name: string) => rows[name]!
const newestFirst = (name: string) => table(name).toSorted((a, b) => b.number! - a.number!)

describe('queries of the read models', () => {
  it('find accounts, bettors and what they hold', async () => {
    const ids = table('account').map((row) => row.account_id!)
    expect(await accountsById(db, ids)).toHaveLength(ids.length)
    const bettors = table('account').filter((row) => row.role === 'user')
    expect(await bettorTotals(db)).toEqual({
      bettors: bettors.length,
      walletCents: bettors.reduce((sum, row) => sum + row.wallet_cents!, 0),
    })
    const page = await bettorsPage(db, 1, 3)
    expect(page).toHaveLength(3)
    expect(page[0]!.openedAt.getTime()).toBeGreaterThanOrEqual(page[1]!.openedAt.getTime())
  })

  it('page through bets, the newest first', async () => {
    const all = newestFirst('bet')
    const page = await betsPage(db, 2, 5)
    expect(page.map((one) => one.bet)).toEqual(all.slice(2, 7).map((row) => row.bet_id))
    const account = page[0]!.account
    const own = all.filter((row) => row.account_id === account).map((row) => row.bet_id!)
    const first = await betsOf(db, account, { limit: 2 })
    const next = await betsOf(db, account, { limit: 100, before: first.at(-1)!.bet })
    expect([...first, ...next].map((one) => one.bet)).toEqual(own)
    expect(await betById(db, own[0]!)).toMatchObject({ bet: own[0], account, legs: [expect.anything()] })
    expect(await betById(db, 'none')).toBe(null)
  })

  it('find the open bets of a fixture, and fixtures whose bets can be settled', async () => {
    const legs = table('open_leg')
    const fixture = legs[0]!.fixture_id!
    const bets = await openBetsOn(db, fixture)
    expect(bets.map((one) => one.bet).sort()).toEqual(
      legs.filter((leg) => leg.fixture_id === fixture).map((leg) => leg.bet_id),
    )
    for (const { bet, fixtures } of bets) {
      expect(fixtures.toSorted()).toEqual(
        legs
          .filter((leg) => leg.bet_id === bet)
          .map((leg) => leg.fixture_id)
          .sort(),
      )
    }
    const decided = new Set(table('decided_fixture').map((row) => row.fixture_id))
    const settleable = [...new Set(legs.map((leg) => leg.fixture_id))].filter((one) => decided.has(one)).sort()
    expect(settleable.length).toBeGreaterThan(0)
    expect((await decidedWithOpenBets(db, null)).toSorted()).toEqual(settleable)
    expect(await decidedWithOpenBets(db, [settleable[0]!, 'none'])).toEqual([settleable[0]])
    const counted = await mostBetOn(db, 1_000)
    expect(counted.reduce((sum, one) => sum + one.bets, 0)).toBe(legs.length)
    expect(counted[0]!.bets).toBeGreaterThanOrEqual(counted.at(-1)!.bets)
  })

  it('find settlements that were overtaken', async () => {
    const overtaken = await supersededBets(db, 1_000)
    expect(overtaken).toHaveLength(table('superseded_bet').length)
    for (const { settledResult, currentResult } of overtaken) expect(settledResult).toBeLessThan(currentResult)
  })

  it('find fixtures', async () => {
    const { provider_id: providerId, fixture_id: fixture } = table('provider_fixture')[0]!
    expect((await fixtureOfProvider(db, providerId!))?.fixture).toBe(fixture)
    expect(await fixtureOfProvider(db, 'none')).toBe(null)
    const all = await fixturesById(
      db,
      table('fixture').map((row) => row.fixture_id!),
    )
    expect(all).toHaveLength(table('fixture').length)
    const open = await openFixtures(db, new Date(0), new Date('2100-01-01'))
    expect(open).toHaveLength(all.filter((one) => one.resultVersion === null).length)
  })

  it('have the house, statistics and transfers', async () => {
    const house = await readHouse(db)
    expect(house).toMatchObject({ profitCents: table('house')[0]!.profit_cents })
    const statistics = await statisticsOf(
      db,
      table('account').map((row) => row.account_id!),
    )
    expect(statistics.reduce((sum, one) => sum + one.openBets, 0)).toBe(house.openBets)
    expect(-statistics.reduce((sum, one) => sum + one.profitCents, 0)).toBe(house.profitCents)
    const left = await transfersLeft(db, -1e12, 1_000)
    expect(left.reduce((sum, one) => sum + one.amountCents, 0)).toBe(house.transitCents)
    expect(await transfersLeft(db, 1e13, 1_000)).toEqual([])
  })

  it('page through the audit trail', async () => {
    const [newest] = await auditPage(db, { limit: 1 })
    const next = await auditPage(db, { limit: 3, before: newest!.number })
    expect(next.map((one) => newest!.number - one.number)).toEqual([1, 2, 3])
    const stream = newest!.stream
    const own = await auditPage(db, { limit: 1_000, stream })
    expect(own).toHaveLength(table('audit').filter((row) => row.stream === stream).length)
    expect(own[0]).toEqual(newest)
  })
})
