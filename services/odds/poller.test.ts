import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/database.ts'
import { type ManualClock, manualClock } from '../clock/manual.ts'
import { openPool } from '../database/pool.ts'
import { openQueries, type Queries } from '../database/queries.ts'
import { createBudget, unlimited } from './credits.ts'
import { createPoller, type PollerParts } from './poller.ts'
import type { Poller } from './port.ts'
import { fixtureIdOf } from './registry.ts'
import { createFixtureModel, type FixtureModel } from './testing/fixture-model.ts'
import { type StagedProvider, stagedGame, stagedProvider, stagedScore } from './testing/provider.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const LEAGUE = 'soccer_epl'

let database: TestDatabase
let pool: pg.Pool
let queries: Queries
let provider: StagedProvider
let clock: ManualClock
let model: FixtureModel
let poller: Poller
let problems: unknown[]

const open = (parts: Partial<PollerParts> = {}) =>
  createPoller({
    pool,
    queries,
    client: provider.client,
    budget: unlimited,
    clocks: clock,
    fixtures: model,
    log: (problem) => problems.push(problem),
    ...parts,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  queries = await openQueries(database.url)
})
beforeEach(async () => {
  await pool.query(
    `truncate app.fixture, app.provider_fixture, app.quote, app.quote_history, app.score, app.poll, app.provider_message,
     app.pinned_bookmaker, app.credit_use, app.open_leg, app.bet`,
  )
  provider = await stagedProvider()
  clock = manualClock()
  model = createFixtureModel(pool)
  problems = []
  poller = open()
})
afterEach(() => provider.close())
afterAll(async () => {
  await pool.end()
  await queries.end()
  await database.drop()
})

const inFuture = (ms: number) => new Date(clock.businessNow().getTime() + ms)
const game = (id: string, startsIn: number, books: Record<string, [number, number, number]> = { north: [2, 3.5, 4] }) =>
  stagedGame({ id, startsAt: inFuture(startsIn), quotedAt: clock.businessNow(), books })
const quotes = async () => {
  const { rows } = await pool.query('select fixture_id, selection, odds, bookmaker from app.quote order by 1, 2')
  return rows.map(({ selection, odds, bookmaker }) => `${selection} ${odds} ${bookmaker}`)
}
const eventTypes = () => model.events.map(({ type }) => type)

describe('polling the odds', () => {
  it('lists each game once under an id that every worker finds, and prices it', async () => {
    provider.odds = [game('a1', HOUR)]
    const first = await poller.pollOdds(LEAGUE)
    expect(first).toMatchObject({ listed: 1, moved: 0, skipped: false })
    expect(model.asked[0]).toMatchObject({
      fixture: fixtureIdOf(provider.odds[0]!.id),
      command: { type: 'ListFixture', league: LEAGUE, home: 'a1 Rovers', away: 'a1 Wanderers' },
    })
    expect(await quotes()).toEqual(['away 4.00 north', 'draw 3.50 north', 'home 2.00 north'])
    expect((await poller.pollOdds(LEAGUE)).listed).toBe(0)
    expect(await open().pollOdds(LEAGUE)).toMatchObject({ listed: 0 })
    expect(eventTypes()).toEqual(['FixtureListed'])
  })

  it('keeps what the provider said, word for word, behind its hash', async () => {
    provider.odds = [game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    const { rows } = await pool.query(
      'select distinct m.body from app.quote q join app.provider_message m on m.hash = q.message_hash',
    )
    expect(rows.map(({ body }) => JSON.parse(body))).toEqual(provider.odds)
  })

  it('stays with a bookmaker, and writes history only where a price moves or goes', async () => {
    provider.odds = [game('a1', HOUR, { north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] })]
    await poller.pollOdds(LEAGUE)
    clock.advance(MINUTE)
    provider.odds = [game('a1', HOUR - MINUTE, { south: [2.4, 3.9, 4.4], north: [2.1, 3.5, 3.9] })]
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toEqual(['away 3.90 north', 'draw 3.50 north', 'home 2.10 north'])
    clock.advance(MINUTE)
    provider.odds = [game('a1', HOUR - 2 * MINUTE, {})]
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toEqual([])
    const { rows } = await pool.query('select selection, odds from app.quote_history order by id')
    expect(rows).toHaveLength(3 + 2 + 3)
    expect(rows.slice(5).every(({ odds }) => odds === null)).toBe(true)
  })

  it('goes over to another bookmaker when its own has been silent for a quarter of an hour', async () => {
    const offers = async (books: Record<string, [number, number, number]>, after: number) => {
      clock.advance(after)
      provider.odds = [game('a1', HOUR, books)]
      await poller.pollOdds(LEAGUE)
      return (await quotes())[2]
    }
    expect(await offers({ north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] }, 0)).toBe('home 2.00 north')
    expect(await offers({ south: [1.9, 3.3, 3.8] }, MINUTE)).toBeUndefined()
    expect(await offers({ south: [1.9, 3.3, 3.8] }, 14 * MINUTE)).toBeUndefined()
    expect(await offers({ south: [1.9, 3.3, 3.8] }, 2 * MINUTE)).toBe('home 1.90 south')
    expect(await offers({ north: [2, 3.5, 4], south: [1.9, 3.3, 3.8] }, MINUTE)).toBe('home 1.90 south')
  })

  it('takes the prices of a vanished game off the board and brings them back with it', async () => {
    provider.odds = [game('a1', HOUR), game('b2', HOUR)]
    await poller.pollOdds(LEAGUE)
    const [a1, b2] = provider.odds
    provider.odds = [b2!]
    clock.advance(MINUTE)
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toHaveLength(3)
    provider.odds = [a1!, b2!]
    clock.advance(MINUTE)
    await poller.pollOdds(LEAGUE)
    expect(await quotes()).toHaveLength(6)
    expect(eventTypes()).toEqual(['FixtureListed', 'FixtureListed'])
  })

  it('moves a game, and moves it back', async () => {
    const early = game('a1', HOUR)
    const late = game('a1', 3 * HOUR)
    for (const [odds, moved] of [
      [early, 0],
      [late, 1],
      [late, 0],
      [early, 1],
      [late, 1],
    ] as const) {
      provider.odds = [odds]
      clock.advance(SECOND)
      expect(await poller.pollOdds(LEAGUE)).toMatchObject({ moved })
    }
    const { rows } = await pool.query('select starts_at from app.fixture')
    expect(rows[0].starts_at.toISOString()).toBe(new Date(late.commence_time).toISOString())
  })

  it('takes up no game that is months ahead or started long ago', async () => {
    provider.odds = [game('a1', 100 * HOUR), game('b2', -5 * HOUR), game('c3', -HOUR)]
    expect(await poller.pollOdds(LEAGUE)).toMatchObject({ listed: 1 })
  })

  it('never writes an older answer over a newer one', async () => {
    provider.odds = [game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    const behind = open({ clocks: manualClock(new Date(clock.businessNow().getTime() - MINUTE)) })
    provider.odds = [game('a1', HOUR, { north: [9, 9, 9] })]
    await behind.pollOdds(LEAGUE)
    expect(await quotes()).toEqual(['away 4.00 north', 'draw 3.50 north', 'home 2.00 north'])
  })
})

describe('polling the scores', () => {
  const kickOff = async () => {
    const odds = game('a1', -100 * MINUTE)
    provider.odds = [odds]
    await poller.pollOdds(LEAGUE)
    return odds
  }
  const read = async (score: [number, number] | null, completed: boolean, after = 30 * SECOND) => {
    clock.advance(after)
    provider.scores = [
      stagedScore(provider.odds[0]!, score, completed, score && new Date(clock.businessNow().getTime() - MINUTE)),
    ]
    return poller.pollScores(LEAGUE)
  }

  it('records a result after the second equal completed read, and no third', async () => {
    await kickOff()
    expect(await read([1, 0], false)).toMatchObject({ resultsRecorded: 0 })
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 0 })
    const firstRead = clock.businessNow()
    expect(await read([2, 1], true, 20 * SECOND)).toMatchObject({ resultsRecorded: 0 })
    expect(await read([2, 1], true, 10 * SECOND)).toMatchObject({ resultsRecorded: 1 })
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 0, resultsCorrected: 0 })
    expect(eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
    const { data } = model.events[1]!
    expect(data).toMatchObject({ home: 2, away: 1, source: 'feed' })
    const { reads, closedAt } = data as { reads: { readAt: string; message: string }[]; closedAt: string }
    expect(reads[0]!.readAt).toBe(firstRead.toISOString())
    expect(Date.parse(closedAt)).toBeLessThan(firstRead.getTime())
    const { rows } = await pool.query("select hash from app.provider_message where kind = 'score'")
    const kept = rows.map(({ hash }) => hash)
    for (const { message } of reads) expect(kept).toContain(message)
  })

  it('corrects what it recorded when the provider does, after two reads again', async () => {
    await kickOff()
    await read([2, 1], true)
    await read([2, 1], true)
    expect(await read([2, 2], true)).toMatchObject({ resultsCorrected: 0 })
    expect(await read([2, 2], true)).toMatchObject({ resultsCorrected: 1 })
    expect(eventTypes()).toEqual(['FixtureListed', 'ResultRecorded', 'ResultCorrected'])
  })

  it('goes on where another worker, or itself before a restart, was', async () => {
    await kickOff()
    await read([2, 1], true)
    poller = open()
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 1 })
    poller = open()
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 0 })
    expect(eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  })

  it('records nothing of completed games without a score', async () => {
    await kickOff()
    await read(null, true)
    await read(null, true)
    expect(eventTypes()).toEqual(['FixtureListed'])
  })

  it('asks for nothing while no game has started', async () => {
    provider.odds = [game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    await poller.pollScores(LEAGUE)
    const before = provider.calls.length
    await poller.pollScores(LEAGUE)
    expect(provider.calls).toHaveLength(before)
  })

  it('asks for the games in question alone, between reviews of all', async () => {
    await kickOff()
    await read([0, 0], false)
    await read([0, 0], false)
    const scores = provider.calls.filter((call) => call.includes('/scores'))
    expect(scores[0]).not.toContain('eventIds')
    expect(scores[1]).toContain(`eventIds=${provider.odds[0]!.id}`)
  })
})

describe('what is due', () => {
  const kinds = (reports: { kind: string; skipped: boolean }[]) =>
    reports.filter(({ skipped }) => !skipped).map(({ kind }) => kind)

  it('asks for odds once a minute before the start, every 40 seconds in play, for scores every 30', async () => {
    provider.odds = [game('a1', 90 * SECOND)]
    expect(kinds(await poller.tick())).toEqual(['odds'])
    expect(await poller.tick()).toEqual([])
    clock.advance(59 * SECOND)
    expect(await poller.tick()).toEqual([])
    clock.advance(SECOND)
    expect(kinds(await poller.tick())).toEqual(['odds'])
    clock.advance(30 * SECOND)
    expect(kinds(await poller.tick())).toEqual(['scores'])
    clock.advance(10 * SECOND)
    expect(kinds(await poller.tick())).toEqual(['odds'])
    clock.advance(20 * SECOND)
    expect(kinds(await poller.tick())).toEqual(['scores'])
    expect(problems).toEqual([])
  })

  it('is done by one of several workers', async () => {
    provider.odds = [game('a1', HOUR)]
    const workers = [poller, open(), open()]
    const made = (await Promise.all(workers.map((worker) => worker.tick()))).flatMap(kinds)
    expect(made).toEqual(['odds'])
  })

  it('goes on after the provider failed', async () => {
    provider.odds = [game('a1', HOUR)]
    await poller.tick()
    const address = provider.baseUrl
    await provider.close()
    clock.advance(MINUTE)
    expect(await poller.tick()).toEqual([])
    expect(String(problems[0])).toContain('cannot be reached')
    expect(String(problems[0])).not.toContain(address)
    provider = await stagedProvider()
  })
})

describe('scarce credits', () => {
  it('are spread over the day, and listed games cost none', async () => {
    const budget = createBudget(pool, 24, () => clock.systemNow())
    clock = manualClock('2026-11-20T00:00:00.000Z')
    poller = open({ budget })
    provider.odds = [game('a1', 2 * HOUR)]
    for (let minute = 0; minute < 60; minute++) {
      await poller.tick()
      clock.advance(MINUTE)
    }
    const calls = (path: string) => provider.calls.filter((call) => call.includes(path)).length
    // a tenth of the day's in advance, and one for the first hour
    expect(calls('/odds')).toBeLessThanOrEqual(4)
    expect(calls('/odds')).toBeGreaterThanOrEqual(3)
    expect(calls('/events')).toBe(2)
    const { rows } = await pool.query('select used from app.credit_use')
    expect(rows).toEqual([{ used: calls('/odds') }])
  })

  it('are never more than the day has, however many ask at once', async () => {
    const budget = createBudget(pool, 10, () => clock.systemNow())
    const taken = await Promise.all(Array.from({ length: 40 }, () => budget.take(1, false)))
    expect(taken.filter(Boolean)).toHaveLength(10)
    await budget.correct(1, 0)
    expect(await budget.take(1, false)).toBe(true)
    expect(await budget.take(1, false)).toBe(false)
  })
})

describe('the sweeps', () => {
  it('give up games that never completed: soccer after 48 hours', async () => {
    provider.odds = [game('a1', -HOUR)]
    await poller.pollOdds(LEAGUE)
    clock.advance(46 * HOUR)
    expect(await poller.abandonOverdue()).toBe(0)
    clock.advance(HOUR)
    expect(await poller.abandonOverdue()).toBe(1)
    expect(await poller.abandonOverdue()).toBe(0)
    expect(model.events.at(-1)).toMatchObject({ type: 'FixtureAbandoned', data: { why: 'not-completed' } })
  })

  it('forget messages after six hours, but none that a bet or its result names', async () => {
    provider.odds = [game('a1', -100 * MINUTE), game('b2', -100 * MINUTE)]
    await poller.pollOdds(LEAGUE)
    const [a1, b2] = provider.odds
    const { rows: named } = await pool.query('select distinct message_hash from app.quote where fixture_id = $1', [
      fixtureIdOf(a1!.id),
    ])
    const legs = JSON.stringify([{ message: named[0].message_hash }])
    await pool.query(
      `insert into app.bet (bet_id, account_id, status, stake_cents, odds, struck_return_cents, placed_at, legs, placed_event, number)
       values ('bet', 'account', 'pending', 100, '2.00', 200, $1, $2, 'account@0', 0)`,
      [clock.businessNow(), legs],
    )
    await pool.query("insert into app.open_leg values ($1, 'bet', 0, 'account')", [fixtureIdOf(a1!.id)])
    for (const completed of [false, true, true]) {
      clock.advance(30 * SECOND)
      provider.odds = [game('a1', -100 * MINUTE, { north: [3, 3, 3] }), game('b2', -100 * MINUTE, { north: [3, 3, 3] })]
      provider.scores = [a1, b2].map((event) => stagedScore(event!, [1, 0], completed, clock.businessNow()))
      await poller.pollOdds(LEAGUE)
      await poller.pollScores(LEAGUE)
    }
    clock.advance(5 * HOUR)
    expect(await poller.prune()).toBe(0)
    clock.advance(2 * HOUR)
    await pool.query(
      "insert into app.projection_checkpoint (projection, log_id, definition, failed) values ('test', 'log', '', 'x')",
    )
    expect(await poller.prune()).toBe(0)
    await pool.query('delete from app.projection_checkpoint')
    expect(await poller.prune()).toBeGreaterThan(8)
    const { rows } = await pool.query('select fixture_id, kind, hash from app.provider_message order by kind')
    expect(new Set(rows.map(({ fixture_id }) => fixture_id))).toEqual(new Set([fixtureIdOf(a1!.id)]))
    expect(rows.map(({ kind }) => kind)).toEqual(['odds', 'score', 'score'])
    expect(rows[0].hash).toBe(named[0].message_hash)
    const result = model.events.find(({ type }) => type === 'ResultRecorded')!.data as { reads: { message: string }[] }
    const kept = rows.map(({ hash }) => hash)
    for (const { message } of result.reads) expect(kept).toContain(message)
    expect(
      (await pool.query('select from app.quote_history where fixture_id = $1', [fixtureIdOf(b2!.id)])).rowCount,
    ).toBe(0)
    expect(await poller.prune()).toBe(0)
  })
})
