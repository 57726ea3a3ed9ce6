import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import type { OddsClient } from '../provider/client.ts'
import { ProviderError } from '../provider/provider-errors.ts'
import { createFeedStore } from '../store/feed-store.ts'
import { homeOf as home, idOf, showBoard } from '../testing/board.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'
import { createQuoteRefresher } from './quote-refresh.ts'

const PATIENTLY = { timeoutMs: 60_000 }

const stage = createStage()
const shown = showBoard(stage)

describe('a price that is too old', () => {
  const oddsCalls = () => stage.provider.calls.filter((call) => call.includes('/odds')).length

  it('is refreshed from the provider, once for all who wait', async () => {
    await shown.offer('a1', HOUR)
    stage.clock.advance(15 * MINUTE)
    expect(shown.board.quote(home('a1'))).not.toBeNull()
    stage.clock.advance(SECOND)
    expect(shown.board.quote(home('a1'))).toBeNull()
    stage.provider.odds = [shown.priced('a1', 44 * MINUTE, [2.5, 3.2, 3])]
    const before = oddsCalls()
    const legs = await Promise.all(Array.from({ length: 50 }, () => shown.board.freshQuote(home('a1'), PATIENTLY)))
    expect(new Set(legs.map((leg) => leg?.odds))).toEqual(new Set(['2.50']))
    expect(legs[0]!.fetchedAt).toBe(stage.clock.businessNow().toISOString())
    expect(oddsCalls()).toBe(before + 1)
  })

  it('goes stale after two minutes in play', async () => {
    await shown.offer('a1', -HOUR)
    stage.clock.advance(2 * MINUTE)
    expect(shown.board.quote(home('a1'))).toMatchObject({ inPlay: true })
    stage.clock.advance(1)
    expect(shown.board.quote(home('a1'))).toBeNull()
  })

  it('stays suspended if the provider has nothing newer, and is asked for again after ten seconds at the soonest', async () => {
    await shown.offer('a1', -HOUR)
    stage.clock.advance(3 * MINUTE)
    const before = oddsCalls()
    expect(await shown.board.freshQuote(home('a1'))).toBeNull()
    expect(await shown.board.freshQuote(home('a1'))).toBeNull()
    expect(oddsCalls()).toBe(before + 1)
    stage.clock.advance(10 * SECOND)
    expect(await shown.board.freshQuote(home('a1'))).toBeNull()
    expect(oddsCalls()).toBe(before + 2)
  })

  it('does not wait longer than allowed', async () => {
    await shown.offer('a1', -HOUR)
    stage.clock.advance(3 * MINUTE)
    const { rows } = await stage.pool.query('select 1 from app.poll')
    expect(rows).toEqual([])
    const blocker = await stage.pool.connect()
    await blocker.query('begin; lock table app.poll')
    const patient = shown.board.freshQuote(home('a1'), PATIENTLY)
    const hurried = shown.board.freshQuote(home('a1'), { timeoutMs: 50 })
    const first = await Promise.race([patient.then(() => 'patient'), hurried.then(() => 'hurried')])
    expect([first, await hurried]).toEqual(['hurried', null])
    // the call that was made still completes
    stage.provider.odds = [shown.priced('a1', -HOUR)]
    await blocker.query('rollback')
    blocker.release()
    expect(await patient).not.toBeNull()
  })

  it('comes with the poll of another process that was just before', async () => {
    await shown.offer('a1', -HOUR)
    stage.clock.advance(3 * MINUTE)
    // another process has the claim, and its reply is on the way
    await stage.pool.query("insert into app.poll values ($1, 'odds', $2)", [LEAGUE, stage.clock.businessNow()])
    const waiting = shown.board.freshQuote(home('a1'), PATIENTLY)
    stage.provider.odds = [shown.priced('a1', -HOUR, [3, 3.2, 2.4])]
    await shown.poller.pollOdds(LEAGUE)
    expect((await waiting)?.odds).toBe('3.00')
  })
})

it('of a game that got another id asks for that one first', async () => {
  await shown.offer('a1', HOUR)
  await stage.pool.query("insert into app.provider_fixture values ('renamed', $1)", [idOf('a1')])
  const listed = "insert into app.provider_listing values ('renamed', $1, $2, $3, $3)"
  const later = new Date(stage.now() + MINUTE)
  await stage.pool.query(listed, [LEAGUE, idOf('a1'), later])
  const asked: string[] = []
  const eventOdds: OddsClient['eventOdds'] = async (_league, id) => {
    asked.push(id)
    throw new ProviderError('event-gone', 'no such event')
  }
  const refresher = createQuoteRefresher({
    queries: stage.queries,
    store: createFeedStore(stage.pool, stage.feeds),
    client: { ...stage.provider.client, eventOdds },
    budgetGuard: { spend: (_credits, _purpose, call) => call(), creditsSuffice: async () => undefined },
    businessNow: () => stage.clock.businessNow(),
    log: (problem) => stage.problems.push(problem),
  })
  expect(await refresher.refreshEvent(idOf('a1'), LEAGUE)).toBe(false)
  expect(asked).toEqual(['renamed', 'a1'.padEnd(32, '0')])
})
