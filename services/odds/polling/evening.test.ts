// A whole evening of the simulated feed through poller and board: everything with scores that is offered at its start
// has its true result within seven hours, so that at sixty times the speed every such bet settles within eight minutes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResultRecorded } from '#domain/fixture/events.ts'
import { randomId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { type ManualClock, manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import { type Notifications, openNotifications } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { leagues } from '#services/simulator/schedule/leagues.ts'
import { createSchedule } from '#services/simulator/schedule/schedule.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createQuoteBoard } from '../board/board.ts'
import type { Poller, QuoteBoard } from '../port.ts'
import { unlimited } from '../provider/credits.ts'
import { createFixtureModel, type FixtureModel } from '../testing/fixture-model.ts'
import { simulatedProvider } from '../testing/provider.ts'
import { fixtureIdOf } from './fixture-registry.ts'
import { createPoller } from './poller.ts'

const SEED = 'evening'
const START = '2026-11-20T18:00:00.000Z'
const HOURS = 7

type Truth = { home: number; away: number; endsAt: number; completedAt: number; scored: boolean }

/** What really happened, by fixture. */
function truths(): Map<string, Truth> {
  const schedule = createSchedule(SEED)
  const found = new Map<string, Truth>()
  for (const league of leagues) {
    const from = Date.parse(START) - 240 * MINUTE
    for (const { id, course } of schedule.starting(league, from, from + (HOURS * 60 + 480) * MINUTE)) {
      const [home, away] = course.scoreAt(course.endsAt)
      const { endsAt, completedAt } = course
      found.set(fixtureIdOf(id), { home, away, endsAt, completedAt, scored: league.scored })
    }
  }
  return found
}

describe('an evening of the simulated feed', () => {
  let database: TestDatabase
  let pool: ReturnType<typeof openPool>
  let queries: Queries
  let provider: Awaited<ReturnType<typeof simulatedProvider>>
  let clock: ManualClock
  let model: FixtureModel
  let poller: Poller
  let board: QuoteBoard
  let notifications: Notifications
  const problems: unknown[] = []
  const offeredAtStart = new Set<string>()

  beforeAll(async () => {
    database = await createTestDatabase()
    pool = openPool(database.url)
    queries = await openQueries(database.url)
    clock = manualClock(START)
    provider = await simulatedProvider({ seed: SEED, now: () => clock.businessNow() })
    model = createFixtureModel(pool)
    const log = (problem: unknown) => problems.push(problem)
    const parts = { pool, queries, clocks: clock, log }
    const { feeds } = createCommands({ store: await MemoryLog.open({ logId: randomId(), at: new Date(START) }) })
    poller = createPoller({ ...parts, client: provider.client, budget: unlimited, fixtures: model, feeds })
    notifications = await openNotifications(database.url)
    const refresher = { refresh: async () => false, refreshEvent: async () => false }
    board = await createQuoteBoard({ ...parts, notifications, refresher })
    for (let at = 0; at < HOURS * 60; at += 3) {
      await poller.tick()
      if (at === 0)
        for (const { fixture, type } of model.events) if (type === 'FixtureListed') offeredAtStart.add(fixture)
      clock.advance(3 * MINUTE)
    }
  }, 300_000)
  afterAll(async () => {
    await board.close()
    await notifications.close()
    await provider.close()
    await pool.end()
    await queries.end()
    await database.drop()
  })

  it('has a result, the true one, for everything with scores that was offered at its start', () => {
    const truth = truths()
    const results = new Map<string, ResultRecorded>()
    for (const event of model.events) if (event.type === 'ResultRecorded') results.set(event.fixture, event.data)
    expect(offeredAtStart.size).toBeGreaterThan(40)
    for (const fixture of offeredAtStart) expect(results.has(fixture)).toBe(truth.get(fixture)!.scored)
    for (const [fixture, { score, closedAt }] of results) {
      const really = truth.get(fixture)!
      expect(score).toEqual({ home: really.home, away: really.away })
      // no bet stands that was placed once the outcome was known, and none is void that was placed before
      expect(Date.parse(closedAt)).toBeGreaterThanOrEqual(really.endsAt - 1_000)
      expect(Date.parse(closedAt)).toBeLessThanOrEqual(really.endsAt + MINUTE)
    }
    expect(results.size).toBeGreaterThan(150)
  })

  it('corrects, moves and abandons nothing, and logs no problem', () => {
    expect(problems).toEqual([])
    expect(new Set(model.events.map(({ type }) => type))).toEqual(new Set(['FixtureListed', 'ResultRecorded']))
  })

  it('has enough on the board to bet on at the end', () => {
    const priced = board.upcoming().filter(({ odds }) => odds !== undefined)
    expect(priced.length).toBeGreaterThanOrEqual(12)
    expect(new Set(board.upcoming().map(({ sport }) => sport)).size).toBe(11)
    expect(board.live().length).toBeGreaterThanOrEqual(10)
    const drawless = board.upcoming().filter(({ odds }) => odds?.draw === null)
    for (const { sport } of drawless) expect(sport).not.toBe('soccer')
  })
})
