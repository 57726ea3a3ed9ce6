// The provider misbehaves, over HTTP: the product keeps what it has, reports the trouble once, and recovers by itself.
import { inspect } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { readApiMetrics } from '#services/api/metrics.ts'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { createFeed, type Feed } from '../health/feed-health.ts'
import type { Poller } from '../port.ts'
import { createOddsClient } from '../provider/client.ts'
import type { Budget } from '../provider/credits.ts'
import { budgetOf } from '../provider/provider.ts'
import { idOf, showBoard } from '../testing/board.ts'
import { FAULTS, type Fault } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const KEY = '0123456789abcdef-secret'
const stage = createStage()
const shown = showBoard(stage)
let budget: Budget
let poller: Poller
let feed: Feed

beforeEach(async () => {
  stage.provider.credits = { remaining: 4_900_000, used: 100_000 }
  budget = budgetOf({ ODDS_API_KEY: KEY }, stage.pool, () => stage.clock.systemNow())
  const { baseUrl } = stage.provider
  const [hasty, patient] = [100, 10_000].map((timeoutMs) =>
    createOddsClient({ baseUrl, apiKey: KEY, timeoutMs, pause: async () => undefined }),
  )
  // the short timeout is used only while the provider is silent: a busy machine must not look like one
  const client = new Proxy(patient!, {
    get: (_, name) => Reflect.get(stage.provider.fault?.silent ? hasty! : patient!, name),
  })
  poller = stage.poller({ budget, client })
  const clock = { businessNow: () => stage.clock.businessNow(), systemNow: () => stage.clock.systemNow(), speed: 1 }
  feed = createFeed({ pool: stage.pool, board: shown.board, budget, clock })
})

/** A game in play and one that starts in an hour, with current prices. */
const offer = () => {
  stage.provider.odds = [shown.priced('a1', -MINUTE), shown.priced('b2', HOUR)]
}
const play = async (ms: number, everyMs = 10 * SECOND) => {
  for (let at = 0; at < ms; at += everyMs) {
    await poller.tick()
    stage.clock.advance(everyMs)
  }
}
/** Alerts about the feed: what trouble it is said to be in, and whether it is silent. */
const alerts = async () => {
  const end = readApiMetrics({ hub: { size: 0 }, feed })
  const seen = await scrape()
  end()
  return [raised('FeedInTrouble', seen), raised('FeedSilent', seen)]
}
const said = () => stage.problems.splice(0).map(String)
const untilShown = async (stale: boolean) =>
  expect.poll(() => shown.board.game(idOf('a1'))?.stale ?? false, { interval: 20 }).toBe(stale)

describe.each<[string, Fault, { trouble: string; code: string; said: string; status: string }]>([
  [
    'has no credits left',
    FAULTS.outOfCredits,
    { trouble: 'out-of-credits', code: 'OUT_OF_USAGE_CREDITS', said: 'has no credits left', status: 'delayed' },
  ],
  [
    'refuses the key',
    FAULTS.badKey,
    { trouble: 'bad-key', code: 'INVALID_KEY', said: 'refuses the key', status: 'offline' },
  ],
  [
    'is asked too often',
    FAULTS.tooFast,
    { trouble: 'rate-limited', code: 'EXCEEDED_FREQ_LIMIT', said: 'asked too often', status: 'delayed' },
  ],
  ['is broken', FAULTS.broken, { trouble: 'unreachable', code: 'server', said: 'does not answer', status: 'offline' }],
  [
    'sends garbage',
    FAULTS.garbage,
    { trouble: 'unreachable', code: 'not-json', said: 'Be right back', status: 'offline' },
  ],
  [
    'lists what is no game',
    FAULTS.nonsense,
    { trouble: 'unreachable', code: 'malformed', said: 'did not send', status: 'offline' },
  ],
  [
    'does not answer',
    FAULTS.silent,
    { trouble: 'unreachable', code: 'timeout', said: 'within 100 ms', status: 'offline' },
  ],
])('a provider that %s', (_what, fault, expected) => {
  it('is reported once, shown in feed health, and cleared when it answers', async () => {
    offer()
    await play(30 * SECOND)
    await expect.poll(() => shown.board.game(idOf('a1'))?.odds?.home).toBe(2)
    expect(await feed.status()).toEqual({ status: 'live', since: null })
    expect(await alerts()).toEqual([[], []])

    stage.provider.fault = fault
    const since = stage.now()
    const before = stage.provider.calls.length
    await play(12 * MINUTE, 20 * SECOND)
    const during = said()
    const spells = during.filter((line) => line.includes('feed-silent.md'))
    expect(spells).toEqual([expect.stringContaining(expected.said)])
    // the calls before it was sure
    expect(during.length).toBeLessThanOrEqual(5)
    expect(stage.provider.calls.length - before).toBeLessThan(80)
    const status = await feed.status()
    expect(status.status).toBe(expected.status)
    expect(Date.parse(status.since!) - since).toBeLessThan(5 * MINUTE)
    expect(await feed.health()).toMatchObject({
      breaker: 'open',
      trouble: { kind: expected.trouble },
      lastError: { code: expected.code },
      leagues: [{ league: LEAGUE, stale: true, live: 1, upcoming: 1 }],
    })
    expect(await alerts()).toEqual([[{ kind: expected.trouble }], [{}]])
    // nothing was taken off the board, but nothing can be bet on
    await untilShown(true)
    expect(shown.board.game(idOf('a1'))?.odds).toBeDefined()
    expect(shown.board.live()).toHaveLength(1)

    stage.provider.fault = null
    for (let minute = 0; minute < 4; minute++) {
      offer()
      await play(MINUTE, 5 * SECOND)
    }
    expect(said()).toEqual([expect.stringContaining('the odds feed is back after')])
    expect(await feed.status()).toEqual({ status: 'live', since: null })
    expect(await feed.health()).toMatchObject({ breaker: 'closed', trouble: null, leagues: [{ stale: false }] })
    await untilShown(false)
  })

  it('does not learn the key from us, nor do the log, the database and feed health', async () => {
    stage.provider.fault = {
      ...fault,
      ...(fault.body !== undefined && { body: `${JSON.stringify(fault.body)} ?apiKey=${KEY}` }),
    }
    await play(3 * MINUTE)
    const { rows } = await stage.pool.query('select * from app.provider_state, app.credit_use')
    const all = inspect([stage.problems, rows, await feed.health(), await feed.status()], {
      depth: 20,
      showHidden: true,
    })
    expect(stage.provider.calls.some((call) => call.includes(KEY))).toBe(true)
    expect(all).not.toContain(KEY)
    said()
  })
})

describe('a provider without games', () => {
  it('that lists nothing any more takes down prices, but not the games', async () => {
    offer()
    await play(30 * SECOND)
    await expect.poll(() => shown.board.game(idOf('a1'))?.odds).toBeDefined()
    stage.provider.odds = []
    await play(2 * MINUTE)
    await expect.poll(() => shown.board.game(idOf('a1'))?.bookmakers).toEqual([])
    expect(shown.board.live()).toHaveLength(1)
    expect(await feed.status()).toEqual({ status: 'live', since: null })
    offer()
    await play(MINUTE)
    await expect.poll(() => shown.board.game(idOf('a1'))?.odds).toBeDefined()
    expect(said()).toEqual([])
  })
})

it('a failing league leaves the others alone', async () => {
  offer()
  await play(30 * SECOND)
  stage.provider.fault = { status: 404, body: { error_code: 'UNKNOWN_SPORT', message: 'Unknown sport' }, at: '/odds' }
  const scores = () => stage.provider.calls.filter((call) => call.includes('/scores')).length
  const before = scores()
  await play(5 * MINUTE)
  expect(scores() - before).toBe(10)
  expect((await feed.health()).breaker).toBe('closed')
  expect(new Set(said())).toEqual(new Set([expect.stringContaining('UNKNOWN_SPORT')]))
})

it.each<[string, Fault]>([
  ['was broken', FAULTS.broken],
  ['was busy', { status: 503, body: '<h1>Service Unavailable</h1>' }],
])('a poll for which the provider %s is made again in a minute, however seldom it is due', async (_what, fault) => {
  stage.provider.odds = [shown.priced('c3', 10 * HOUR)]
  stage.provider.fault = { ...fault, at: '/odds' }
  await poller.tick()
  expect(said()).toHaveLength(1)
  stage.provider.fault = null
  await play(MINUTE)
  expect(stage.eventTypes()).toEqual([])
  await play(MINUTE)
  expect(stage.eventTypes()).toEqual(['FixtureListed'])
  // and then as rarely as before
  const before = stage.provider.calls.length
  await play(8 * MINUTE)
  expect(stage.provider.calls.slice(before).filter((call) => call.includes('/odds'))).toEqual([])
})
