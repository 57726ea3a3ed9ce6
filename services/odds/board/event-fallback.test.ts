// A game that we do not list, looked up at the simulator, with its faults.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Game } from '#services/contract/contract.ts'
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { EventFallback } from '../port.ts'
import { createBudgetGuard } from '../provider/budget-guard.ts'
import { createBudget, unlimited } from '../provider/credits.ts'
import { createFeedStore } from '../store/feed-store.ts'
import { simulatedProvider } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'
import { createEventFallback } from './event-fallback.ts'

const stage = createStage()
let simulator: Awaited<ReturnType<typeof simulatedProvider>>
beforeEach(async () => {
  simulator = await simulatedProvider({ seed: 'fairbook', now: () => stage.clock.businessNow() })
})
afterEach(() => simulator.close())

const reporter = {
  answered: async () => undefined,
  failed: async () => undefined,
  creditsSuffice: async () => undefined,
}
const fallbackWith = (budget = unlimited): EventFallback => {
  const systemNow = () => stage.clock.systemNow()
  return createEventFallback({
    queries: stage.queries,
    store: createFeedStore(stage.pool, stage.feeds),
    client: simulator.client,
    budgetGuard: createBudgetGuard({ budget, reporter, systemNow }),
    budget,
    businessNow: () => stage.clock.businessNow(),
  })
}
const listed = async () => (await simulator.client.events(LEAGUE)).data[0]!
const script = (entry: object) =>
  fetch(`${simulator.baseUrl}/__sim/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(entry),
  })

it('is shown with its score and its prices, and cannot be bet on', async () => {
  const { id, home_team } = await listed()
  const found = await fallbackWith()(LEAGUE, id)
  expect(found).toMatchObject({ kind: 'game', game: { id, home_team, bettable: false, league_key: LEAGUE } })
  const { game } = found as { game: Game }
  expect(Game.parse(game).bookmakers.flatMap(({ markets }) => markets.map(({ key }) => key))).toContain('h2h')
})

it('is ours if its id is', async () => {
  const event = await listed()
  await stage.pool.query("insert into app.provider_fixture values ($1, 'ours')", [event.id])
  await stage.pool.query(
    `insert into app.fixture (fixture_id, source, league, home, away, starts_at, listed_at, version, abandoned)
     values ('ours', 'feed', $1, 'A', 'B', now(), now(), 0, false)`,
    [LEAGUE],
  )
  expect(await fallbackWith()(LEAGUE, event.id)).toEqual({ kind: 'known', fixture: 'ours' })
})

it('that the provider does not list is missing, at no cost; each league is asked about once in a while', async () => {
  const fallback = fallbackWith(
    createBudget(stage.pool, { perDay: 1_000_000, byQuota: false }, () => stage.clock.systemNow()),
  )
  expect(await fallback(LEAGUE, '0'.repeat(32))).toEqual({ kind: 'missing' })
  expect((await stage.pool.query('select 1 from app.credit_use')).rows).toEqual([])
  const { id } = await listed()
  expect(await fallback(LEAGUE, id)).toEqual({ kind: 'missing' })
  stage.clock.advance(MINUTE)
  expect(await fallback(LEAGUE, id)).toMatchObject({ kind: 'game' })
  stage.clock.advance(MINUTE / 2)
  expect(await fallback(LEAGUE, id)).toMatchObject({ kind: 'failed' })
})

it('says what came of each of the two calls if one fails', async () => {
  const { id } = await listed()
  expect((await script({ fault: 'server-error', league: LEAGUE, minutes: 5 })).status).toBe(201)
  expect(await fallbackWith()(LEAGUE, id)).toEqual({ kind: 'failed', scores: '503', odds: '503' })
})

it('spends no credits where they are scarce', async () => {
  const { id } = await listed()
  const fallback = fallbackWith(
    createBudget(stage.pool, { perDay: 500, byQuota: false }, () => stage.clock.systemNow()),
  )
  expect(await fallback(LEAGUE, id)).toEqual({ kind: 'failed', scores: 'unavailable', odds: 'unavailable' })
  expect((await stage.pool.query('select 1 from app.credit_use')).rows).toEqual([])
})
