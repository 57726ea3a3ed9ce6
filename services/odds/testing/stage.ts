// What every test of polling and of the board starts from: one database per file; for each test empty tables, a
// provider that says what the test sets, and clocks that stand still until they are moved.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { randomId } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { type ManualClock, manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createPoller, type PollerParts } from '../polling/poller.ts'
import type { Poller } from '../port.ts'
import { unlimited } from '../provider/credits.ts'
import type { OddsEvent } from '../provider/wire.ts'
import { createFixtureModel, type FixtureModel } from './fixture-model.ts'
import { type StagedProvider, stagedGame, stagedProvider } from './provider.ts'

export const LEAGUE = 'soccer_epl'

export type Prices = readonly [home: number, draw: number, away: number]

export type Stage = {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly databaseUrl: string
  provider: StagedProvider
  clock: ManualClock
  readonly model: FixtureModel
  /** Where the quotes of this test are published. */
  readonly feeds: Commands['feeds']
  readonly log: MemoryLog
  readonly problems: unknown[]
  /** One worker's poller. */
  poller(parts?: Partial<PollerParts>): Poller
  now(): number
  /** A game that starts in this many milliseconds, priced by these bookmakers now. */
  game(id: string, startsIn: number, books?: Readonly<Record<string, Prices>>): OddsEvent
  /** Types of the fixtures' events so far. */
  eventTypes(): string[]
}

export function createStage(): Stage {
  let database: TestDatabase
  let pool: pg.Pool
  let queries: Queries
  let model: FixtureModel
  let feeds: Commands['feeds']
  let log: MemoryLog
  let problems: unknown[] = []

  const stage: Stage = {
    get pool() {
      return pool
    },
    get queries() {
      return queries
    },
    get databaseUrl() {
      return database.url
    },
    get model() {
      return model
    },
    get feeds() {
      return feeds
    },
    get log() {
      return log
    },
    get problems() {
      return problems
    },
    provider: undefined as unknown as StagedProvider,
    clock: undefined as unknown as ManualClock,
    poller: (parts = {}) =>
      createPoller({
        pool,
        queries,
        client: stage.provider.client,
        budget: unlimited,
        clocks: stage.clock,
        fixtures: model,
        feeds,
        log: (problem) => problems.push(problem),
        ...parts,
      }),
    now: () => stage.clock.businessNow().getTime(),
    game: (id, startsIn, books = { north: [2, 3.5, 4] }) =>
      stagedGame({ id, startsAt: new Date(stage.now() + startsIn), quotedAt: stage.clock.businessNow(), books }),
    eventTypes: () => model.events.map(({ type }) => type),
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = openPool(database.url)
    queries = await openQueries(database.url)
  })
  beforeEach(async () => {
    await pool.query(
      `truncate app.fixture, app.provider_fixture, app.quote, app.quote_history, app.score, app.early_score, app.poll, app.provider_message,
       app.pinned_bookmaker, app.provider_listing, app.fixture_pair, app.suspended_market, app.market_release, app.meant_prices, app.event_odds_poll, app.credit_use, app.provider_state, app.open_leg, app.fixture_bets, app.bet, app.evidence`,
    )
    await pool.query('insert into app.provider_state default values')
    stage.provider = await stagedProvider()
    stage.clock = manualClock()
    model = createFixtureModel(pool)
    log = await MemoryLog.open({ logId: randomId(), at: stage.clock.systemNow() })
    feeds = createCommands({ store: log }).feeds
    problems = []
  })
  afterEach(() => stage.provider.close())
  afterAll(async () => {
    await pool.end()
    await queries.end()
    await database.drop()
  })
  return stage
}
