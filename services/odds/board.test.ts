import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Leg } from '../../domain/account/events.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/database.ts'
import { Game } from '../api/contract.ts'
import { type ManualClock, manualClock } from '../clock/manual.ts'
import { openPool } from '../database/pool.ts'
import { openQueries, type Queries } from '../database/queries.ts'
import { openQuoteBoard } from './board.ts'
import { unlimited } from './credits.ts'
import { createPoller } from './poller.ts'
import type { Poller, QuoteBoard } from './port.ts'
import { fixtureIdOf } from './registry.ts'
import { createFixtureModel, type FixtureModel } from './testing/fixture-model.ts'
import { type StagedProvider, stagedGame, stagedProvider, stagedScore } from './testing/provider.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const LEAGUE = 'soccer_epl'
const H2H = { market: 'h2h', point: null } as const

let database: TestDatabase
let pool: pg.Pool
let queries: Queries
let provider: StagedProvider
let clock: ManualClock
let model: FixtureModel
let poller: Poller
let board: QuoteBoard
let changes: string[][]
let problems: unknown[]

const log = (problem: unknown) => problems.push(problem)
const openBoard = () =>
  openQuoteBoard({
    pool,
    queries,
    databaseUrl: database.url,
    config: { ODDS_API_BASE_URL: provider.baseUrl },
    clock,
    log,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  queries = await openQueries(database.url)
})
beforeEach(async () => {
  await pool.query(
    `truncate app.fixture, app.provider_fixture, app.quote, app.quote_history, app.score, app.poll, app.provider_message,
     app.pinned_bookmaker`,
  )
  provider = await stagedProvider()
  clock = manualClock()
  model = createFixtureModel(pool)
  problems = []
  poller = createPoller({
    pool,
    queries,
    client: provider.client,
    budget: unlimited,
    clocks: clock,
    fixtures: model,
    log,
  })
  board = await openBoard()
  changes = []
  board.onChange((fixtures) => changes.push([...fixtures]))
})
afterEach(async () => {
  await board.close()
  await provider.close()
  expect(problems).toEqual([])
})
afterAll(async () => {
  await pool.end()
  await queries.end()
  await database.drop()
})

const now = () => clock.businessNow().getTime()
const idOf = (name: string) => fixtureIdOf(name.padEnd(32, '0'))
const stage = (name: string, startsIn: number, north: [number, number, number] | null = [2, 3.5, 4]) =>
  stagedGame({
    id: name,
    startsAt: new Date(now() + startsIn),
    quotedAt: clock.businessNow(),
    books: north === null ? {} : { north },
  })
const shown = (name: string, odds: Game['odds']) =>
  odds === undefined
    ? vi.waitFor(() => expect(board.game(idOf(name))?.bookmakers).toEqual([]))
    : vi.waitFor(() => expect(board.game(idOf(name))).toEqual(expect.objectContaining({ odds })), {
        timeout: 5_000,
        interval: 5,
      })
async function offer(name: string, startsIn: number, prices: [number, number, number] | null = [2, 3.5, 4]) {
  provider.odds = [...provider.odds.filter(({ id }) => id !== name.padEnd(32, '0')), stage(name, startsIn, prices)]
  await poller.pollOdds(LEAGUE)
  await shown(name, prices === null ? undefined : { home: prices[0], draw: prices[1], away: prices[2] })
}
const home = (name: string) => ({ fixture: idOf(name), ...H2H, selection: 'home' })

describe('the board', () => {
  it('has a quote as evidence, complete and well-formed', async () => {
    await offer('a1', HOUR)
    const leg = board.quote(home('a1'))
    expect(Leg.parse(leg)).toEqual({
      fixture: idOf('a1'),
      fixtureVersion: 0,
      league: LEAGUE,
      startsAt: new Date(now() + HOUR).toISOString(),
      inPlay: false,
      market: 'h2h',
      point: null,
      selection: 'home',
      selectionName: 'a1 Rovers',
      drawOffered: true,
      odds: '2.00',
      bookmaker: 'north',
      quotedAt: clock.businessNow().toISOString(),
      fetchedAt: clock.businessNow().toISOString(),
      message: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { rows } = await pool.query('select body from app.provider_message where hash = $1', [leg!.message])
    expect(JSON.parse(rows[0].body)).toEqual(provider.odds[0])
    expect(board.quote({ ...home('a1'), selection: 'nobody' })).toBeNull()
    expect(board.quote({ ...home('a1'), market: 'spreads', point: '-1.5' })).toBeNull()
    expect(board.quote(home('unknown'))).toBeNull()
  })

  it('shows games as the contract has them', async () => {
    await offer('a1', HOUR)
    const game = Game.parse(board.game(idOf('a1')))
    expect(game).toMatchObject({
      id: idOf('a1'),
      sport: 'soccer',
      league_title: 'EPL',
      country: 'GB-ENG',
      completed: false,
      bettable: true,
      scores: null,
      last_update: null,
      bookmakers: [{ key: 'north', title: 'NORTH', markets: [{ key: 'h2h' }] }],
    })
    expect(game.bookmakers[0]!.markets[0]!.outcomes).toEqual([
      { name: 'a1 Rovers', price: 2 },
      { name: 'Draw', price: 3.5 },
      { name: 'a1 Wanderers', price: 4 },
    ])
  })

  it('follows prices, says what changed, and says nothing of what did not', async () => {
    await offer('a1', HOUR)
    const before = board.game(idOf('a1'))!.revision
    changes.length = 0
    clock.advance(30 * SECOND)
    await offer('a1', HOUR - 30 * SECOND)
    await vi.waitFor(() => expect(board.quote(home('a1'))?.fetchedAt).toBe(clock.businessNow().toISOString()))
    expect([changes, board.game(idOf('a1'))!.revision]).toEqual([[], before])
    clock.advance(SECOND)
    await offer('a1', HOUR - 31 * SECOND, [2.2, 3.4, 3.3])
    expect(new Set(changes.flat())).toEqual(new Set([idOf('a1')]))
    expect(board.game(idOf('a1'))!.revision).toBeGreaterThan(before)
  })

  it('suspends a market that is gone, and a price that is a placeholder', async () => {
    await offer('a1', HOUR)
    clock.advance(MINUTE)
    await offer('a1', HOUR - MINUTE, null)
    expect(board.quote(home('a1'))).toBeNull()
    expect(await board.freshQuote(home('a1'))).toBeNull()
    expect(board.game(idOf('a1'))).toMatchObject({ bookmakers: [], bettable: true })
    expect(board.selectionNamed(idOf('a1'), 'h2h', 'Draw')).toBe('draw')

    clock.advance(MINUTE)
    provider.odds = [stage('a1', HOUR, [1.01, 15, 34])]
    await poller.pollOdds(LEAGUE)
    await vi.waitFor(() => expect(board.game(idOf('a1'))!.bookmakers).toHaveLength(1))
    expect(board.game(idOf('a1'))!.odds).toBeUndefined()
    expect(board.quote(home('a1'))).toBeNull()
    expect(board.quote({ ...home('a1'), selection: 'away' })).toMatchObject({ odds: '34.00', drawOffered: true })
  })

  it('finds selections by the names that bettors see', async () => {
    await offer('a1', HOUR)
    const named = (name: string, market = 'h2h') => board.selectionNamed(idOf('a1'), market, name)
    expect(['a1 Rovers', 'A1 WANDERERS ', 'Draw', 'home', 'X'].map((name) => named(name))).toEqual([
      'home',
      'away',
      'draw',
      'home',
      null,
    ])
    expect(named('home', 'totals')).toBeNull()
    expect(board.selectionNamed('f'.repeat(32), 'h2h', 'home')).toBeNull()
  })

  it('sorts games into live and upcoming as time goes by, and says so at the kick-off', async () => {
    await offer('b2', 2 * HOUR)
    await offer('a1', MINUTE)
    await offer('c3', HOUR, null)
    const names = (games: Game[]) => games.map(({ home_team }) => home_team.slice(0, 2))
    expect([names(board.live()), names(board.upcoming())]).toEqual([[], ['a1', 'b2', 'c3']])
    expect([names(board.gamesOf('soccer')), names(board.gamesOf(LEAGUE))]).toEqual([
      ['a1', 'c3', 'b2'],
      ['a1', 'c3', 'b2'],
    ])
    expect(board.gamesOf('basketball')).toEqual([])
    changes.length = 0
    clock.advance(2 * MINUTE)
    await vi.waitFor(() => expect(changes).toEqual([[idOf('a1')]]))
    expect([names(board.live()), names(board.upcoming())]).toEqual([['a1'], ['b2', 'c3']])
    clock.advance(5 * HOUR)
    await vi.waitFor(() => expect(board.game(idOf('a1'))).toBeNull())
    expect(names(board.live())).toEqual(['b2'])
    expect(await board.loadGame(idOf('a1'))).toMatchObject({ home_team: 'a1 Rovers' })
    expect(await board.loadGame('f'.repeat(32))).toBeNull()
  })

  it('closes with the first completed read, and shows the result', async () => {
    await offer('a1', -100 * MINUTE)
    const score = async (points: [number, number], completed: boolean) => {
      clock.advance(30 * SECOND)
      provider.scores = [stagedScore(provider.odds[0]!, points, completed, clock.businessNow())]
      await poller.pollScores(LEAGUE)
      await vi.waitFor(() =>
        expect(board.game(idOf('a1'))).toMatchObject({
          completed,
          bettable: !completed,
          scores: [
            { name: 'a1 Rovers', score: String(points[0]) },
            { name: 'a1 Wanderers', score: String(points[1]) },
          ],
        }),
      )
    }
    await score([1, 0], false)
    expect(board.game(idOf('a1'))!.last_update).toBe(clock.businessNow().toISOString())
    expect(board.quote(home('a1'))).toMatchObject({ inPlay: true })
    await score([1, 0], true)
    expect([board.closed(idOf('a1')), board.quote(home('a1')), board.live()]).toEqual([true, null, []])
    expect(await board.freshQuote(home('a1'))).toBeNull()
    await score([1, 0], true)
    expect(model.events.map(({ type }) => type)).toEqual(['FixtureListed', 'ResultRecorded'])
    expect(board.fixture(idOf('a1'))).toMatchObject({ closed: true })
  })

  it('is filled when it opens', async () => {
    await offer('a1', HOUR)
    const other = await openBoard()
    expect(other.quote(home('a1'))).toEqual(board.quote(home('a1')))
    await other.close()
  })
})

describe('a price that is too old', () => {
  const oddsCalls = () => provider.calls.filter((call) => call.includes('/odds')).length

  it('is refreshed from the provider, once for all who wait', async () => {
    await offer('a1', HOUR)
    clock.advance(15 * MINUTE)
    expect(board.quote(home('a1'))).not.toBeNull()
    clock.advance(SECOND)
    expect(board.quote(home('a1'))).toBeNull()
    provider.odds = [stage('a1', 44 * MINUTE, [2.5, 3.2, 3])]
    const before = oddsCalls()
    const legs = await Promise.all(Array.from({ length: 50 }, () => board.freshQuote(home('a1'))))
    expect(new Set(legs.map((leg) => leg?.odds))).toEqual(new Set(['2.50']))
    expect(legs[0]!.fetchedAt).toBe(clock.businessNow().toISOString())
    expect(oddsCalls()).toBe(before + 1)
  })

  it('is old after two minutes in play', async () => {
    await offer('a1', -HOUR)
    clock.advance(2 * MINUTE)
    expect(board.quote(home('a1'))).toMatchObject({ inPlay: true })
    clock.advance(1)
    expect(board.quote(home('a1'))).toBeNull()
  })

  it('stays suspended where the provider has nothing newer, and asks again after ten seconds at the soonest', async () => {
    await offer('a1', -HOUR)
    clock.advance(3 * MINUTE)
    const before = oddsCalls()
    expect(await board.freshQuote(home('a1'))).toBeNull()
    expect(await board.freshQuote(home('a1'))).toBeNull()
    expect(oddsCalls()).toBe(before + 1)
    clock.advance(10 * SECOND)
    expect(await board.freshQuote(home('a1'))).toBeNull()
    expect(oddsCalls()).toBe(before + 2)
  })

  it('does not wait longer than it may', async () => {
    await offer('a1', -HOUR)
    clock.advance(3 * MINUTE)
    const { rows } = await pool.query('select 1 from app.poll')
    expect(rows).toEqual([])
    const blocker = await pool.connect()
    await blocker.query('begin; lock table app.poll')
    const began = performance.now()
    expect(await board.freshQuote(home('a1'), 50)).toBeNull()
    expect(performance.now() - began).toBeLessThan(1_000)
    await blocker.query('rollback')
    blocker.release()
    // what was asked for goes on
    provider.odds = [stage('a1', -HOUR)]
    expect(await board.freshQuote(home('a1'))).not.toBeNull()
  })

  it('comes back with the poll of another process that was just before', async () => {
    await offer('a1', -HOUR)
    clock.advance(3 * MINUTE)
    // another process has the claim, its answer is under way
    await pool.query("insert into app.poll values ($1, 'odds', $2)", [LEAGUE, clock.businessNow()])
    const waiting = board.freshQuote(home('a1'))
    provider.odds = [stage('a1', -HOUR, [3, 3.2, 2.4])]
    await poller.pollOdds(LEAGUE)
    expect((await waiting)?.odds).toBe('3.00')
  })
})
