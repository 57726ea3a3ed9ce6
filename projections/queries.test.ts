import { beforeAll, describe, expect, it } from 'vitest'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createTestDatabase } from '#tests/database.ts'
import { accountsById } from './accounts/queries.ts'
import { betStates, betStatesWhere, betsById, bettorOf, placeOfBet } from './bets/queries.ts'
import {
  feedFixturesAfter,
  fixturesAfter,
  fixturesById,
  openByProviderIds,
  undecidedBefore,
} from './fixtures/queries.ts'
import { currentOffer } from './offer/queries.ts'
import { betsPlacedOn } from './popularity/queries.ts'
import { rebuild } from './rebuild/rebuild.ts'
import {
  type BetOnFixture,
  type BetPage,
  decidedWithOpenBets,
  openBetsOn,
  resettlementsDue,
  withMissedResettlements,
  withSupersededBets,
} from './settlement/queries.ts'
import { statisticsOf } from './statistics/queries.ts'
import { openBetCounts } from './testing/open-bet-counts.ts'
import { randomScenario } from './testing/scenario.ts'
import { readModels, writeLog } from './testing/write-log.ts'
import { transfersLeft } from './transfers/queries.ts'

/** Earlier than any settlement. */
const EVER = '2000-01-01T00:00:00.000Z'
const scenario = randomScenario(5, 500, { resettles: false })
let db: Queries
let rows: Record<string, Record<string, string & number>[]>

beforeAll(async () => {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  await writeLog(store, scenario)
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
  it('find accounts', async () => {
    const ids = table('account').map((row) => row.account_id!)
    expect(await accountsById(db, ids)).toHaveLength(ids.length)
  })

  it('page through the open and the settled bets of an account', async () => {
    const all = newestFirst('bet')
    const isOpen = ({ status }: (typeof all)[number]) => String(status) === 'pending'
    const bettors = [
      ...Map.groupBy(
        all.filter((row) => !isOpen(row)),
        (row) => row.account_id!,
      ),
    ]
    const [account] = bettors.toSorted(([, some], [, others]) => others.length - some.length)[0]!
    const own = all.filter((row) => row.account_id === account)
    const stateOf = (row: (typeof all)[number]) => `${row.bet_id} ${row.settled_event ?? ''}`
    const open = own.filter(isOpen).map(stateOf)
    const settled = own
      .filter((row) => !isOpen(row))
      .toSorted((a, b) => b.settled_number! - a.settled_number!)
      .map(stateOf)
    expect(settled.length).toBeGreaterThan(2)
    const everything = { before: null, limit: 1_000 }
    expect(await betStates(db, account, { open: everything, settled: everything })).toEqual({ open, settled })
    const bet = settled[1]!.split(' ')[0]!
    const place = await placeOfBet(db, account, bet)
    expect(place?.settledNumber).toBeGreaterThan(place!.number)
    const behind = { open: { before: -1, limit: 0 }, settled: { before: place!.settledNumber, limit: 1 } }
    expect(await betStates(db, account, behind)).toEqual({ open: [], settled: [settled[2]] })
    const lost = { sports: null, parlay: null, status: 'lost', since: null } as const
    const lostOnes = own.filter(({ status }) => String(status) === 'lost').map(stateOf)
    const found = await betStatesWhere(db, account, { open: everything, settled: everything }, lost)
    expect([found.open, found.settled.toSorted()]).toEqual([open, lostOnes.toSorted()])
    const parlays = await betStatesWhere(
      db,
      account,
      { open: everything, settled: everything },
      {
        ...lost,
        status: null,
        parlay: true,
        sports: ['soccer', 'nothing'],
        since: '2020-01-01T00:00:00.000Z',
      },
    )
    const isSoccerParlay = (row: (typeof all)[number]) => row.market === 'parlay' && /\bsoccer\b/.test(row.sports ?? '')
    expect([...parlays.open, ...parlays.settled].toSorted()).toEqual(own.filter(isSoccerParlay).map(stateOf).toSorted())
    expect(await placeOfBet(db, 'somebody else', bet)).toBeNull()
    const [row] = await betsById(db, [bet])
    expect(row).toMatchObject({ bet, account, state: settled[1], legs: expect.anything() })
  })

  it('find the open bets of a fixture, and fixtures whose bets can be settled', async () => {
    const legs = table('open_leg')
    const fixture = legs[0]!.fixture_id!
    const bets = await openBetsOn(db, fixture, { after: null, limit: 1_000 })
    expect(bets.map((one) => one.bet).sort()).toEqual(
      legs
        .filter((leg) => leg.fixture_id === fixture)
        .map((leg) => leg.bet_id)
        .sort(),
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
    const legsOn = (one: string) => legs.filter((leg) => leg.fixture_id === one).length
    expect((await decidedWithOpenBets(db, null)).toSorted((a, b) => (a.fixture < b.fixture ? -1 : 1))).toEqual(
      settleable.map((one) => ({ fixture: one, bets: legsOn(one!) })),
    )
    expect((await decidedWithOpenBets(db, [settleable[0]!, 'none'])).map((one) => one.fixture)).toEqual([settleable[0]])
    const counted = await openBetCounts(db)
    expect(counted.find((one) => one.fixture === fixture)).toEqual({ fixture, bets: bets.length })
    expect(counted.reduce((sum, one) => sum + one.bets, 0)).toBe(legs.length)
  })

  it('count the bets placed on fixtures, and find the bettor of each', async () => {
    const counted = await betsPlacedOn(db, [...table('fixture').map((row) => row.fixture_id!), 'none'])
    const expected = new Map<string, number>()
    for (const event of scenario.flatMap(({ events }) => events)) {
      if (event.type !== 'BetPlaced') continue
      for (const { fixture } of event.data.legs) expected.set(fixture, (expected.get(fixture) ?? 0) + 1)
    }
    expect(expected.size).toBeGreaterThan(0)
    expect(counted).toEqual(expected)
    const [bet] = table('bet')
    expect(await bettorOf(db, bet!.bet_id!)).toBe(bet!.account_id)
    expect(await bettorOf(db, 'none')).toBeNull()
  })

  it('have the offer and the house prices', async () => {
    const offer = await currentOffer(db)
    expect(offer.blacklisted).toEqual(table('blacklisted_league').map((row) => row.league))
    const games = table('game_of_the_day').toSorted((a, b) => Number(a.place) - Number(b.place))
    expect(games.length).toBeGreaterThan(0)
    expect(offer.gamesOfTheDay).toEqual(games.map((row) => row.fixture_id))
    expect(offer.savedAt).toEqual(new Date(String(table('games_of_the_day_save')[0]!.saved_at)))
    const priced = table('house_price')
    expect(priced.length).toBeGreaterThan(0)
    for (const { fixture, housePrice } of await fixturesAfter(db, new Date(0))) {
      const row = priced.find(({ fixture_id }) => fixture_id === fixture)
      if (row === undefined) expect(housePrice).toBeNull()
      else
        expect(housePrice).toMatchObject({ version: row.price_version, home: row.home, draw: row.draw, away: row.away })
    }
  })

  it('page through open bets of a fixture, and through those to be settled again', async () => {
    const pagesOf = async (read: (page: BetPage) => Promise<readonly BetOnFixture[]>) => {
      const found: BetOnFixture[] = []
      for (let after: BetOnFixture | null = null; ; after = found.at(-1)!) {
        const page: readonly BetOnFixture[] = await read({ after, limit: 2 })
        found.push(...page)
        if (page.length < 2) return found
      }
    }
    const whole = { after: null, limit: 1_000 }
    const counted = await openBetCounts(db)
    const most = counted.toSorted((a, b) => b.bets - a.bets)[0]!
    expect(most.bets).toBeGreaterThan(2)
    expect(await pagesOf((page) => openBetsOn(db, most.fixture, page))).toEqual(
      await openBetsOn(db, most.fixture, whole),
    )

    const superseded = await withSupersededBets(db, null, EVER)
    expect(superseded.length).toBeGreaterThan(0)
    for (const { fixture, bets } of superseded) {
      const due = await pagesOf((page) => resettlementsDue(db, fixture, EVER, page))
      expect(due).toEqual(await resettlementsDue(db, fixture, EVER, whole))
      expect(due).toHaveLength(bets)
      for (const { bet, account, fixtures } of due) {
        const row = table('bet').find((one) => one.bet_id === bet) as unknown as { legs: { fixture: string }[] }
        expect(row).toMatchObject({ account_id: account })
        expect(new Set(fixtures)).toEqual(new Set(row.legs.map((leg) => leg.fixture)))
      }
    }
    expect(await withSupersededBets(db, ['none'], EVER)).toEqual([])
    expect(await withMissedResettlements(db, EVER)).toEqual([])
    const later = '2100-01-01T00:00:00.000Z'
    expect(await withSupersededBets(db, null, later)).toEqual([])
    expect(await resettlementsDue(db, superseded[0]!.fixture, later, whole)).toEqual([])
    expect(new Set(await withMissedResettlements(db, later))).toEqual(new Set(superseded))
  })

  it('find fixtures', async () => {
    const all = await fixturesById(
      db,
      table('fixture').map((row) => row.fixture_id!),
    )
    expect(all).toHaveLength(table('fixture').length)
    const first = all.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0]!
    expect(await fixturesAfter(db, new Date(0))).toHaveLength(all.length)
    expect((await fixturesAfter(db, first.startsAt)).map((one) => one.fixture)).not.toContain(first.fixture)
    const feed = new Set(table('fixture').flatMap((row) => (row.source === 'feed' ? [row.fixture_id] : [])))
    const listed = table('provider_fixture').filter((row) => feed.has(row.fixture_id))
    const fed = await feedFixturesAfter(db, new Date(0))
    expect(fed.flatMap((one) => one.providerIds).sort()).toEqual(listed.map((row) => row.provider_id).sort())
    const undecided = fed.filter((one) => one.closedAt === null)
    expect(
      (await undecidedBefore(db, new Date('2100-01-01'), { after: null, limit: 1_000 }))
        .map((one) => one.fixture)
        .sort(),
    ).toEqual(undecided.map((one) => one.fixture).sort())
    const ids = fed.flatMap((one) => one.providerIds)
    expect((await openByProviderIds(db, [...ids, 'none'])).map((one) => one.providerId).sort()).toEqual(
      undecided.flatMap((one) => one.providerIds).sort(),
    )
  })

  it('have statistics and transfers', async () => {
    const accounts = table('account')
    const [house] = table('house')
    const statistics = await statisticsOf(
      db,
      accounts.map((row) => row.account_id!),
    )
    expect(-statistics.reduce((sum, one) => sum + one.profitCents, 0)).toBe(house!.profit_cents)
    const left = await transfersLeft(db, -1e12, 1_000)
    expect(left.reduce((sum, one) => sum + one.amountCents, 0)).toBe(house!.transit_cents)
    for (const { correlation } of left) expect(correlation).toEqual(expect.any(String))
    expect(await transfersLeft(db, 1e13, 1_000)).toEqual([])
  })
})
