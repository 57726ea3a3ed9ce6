import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import { createStateStore } from '../health/provider-state.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import { createStage } from '../testing/stage.ts'
import { createBudget, type Purpose } from './credits.ts'
import { budgetOf } from './provider.ts'

const stage = createStage()
const limitedTo = (perDay: number) =>
  createBudget(stage.pool, { perDay, byQuota: false }, () => stage.clock.systemNow())
/** A budget from a key, and no other setting. */
const byKeyAlone = () => budgetOf({ ODDS_API_KEY: 'test' }, stage.pool, () => stage.clock.systemNow())
const calls = (path: string) => stage.provider.calls.filter((call) => call.includes(path)).length
const spent = async () => (await stage.pool.query('select used from app.credit_use')).rows[0]?.used

async function pollFor(ms: number, everyMs: number, poller = stage.poller({ budget: byKeyAlone() })) {
  for (let at = 0; at < ms; at += everyMs) {
    await poller.tick()
    stage.clock.advance(everyMs)
  }
}

describe('a key with plenty of credits, and nothing configured', () => {
  it('polls as often as the provider updates, for good and not just for five minutes', async () => {
    stage.clock = manualClock('2026-11-22T06:00:00.000Z')
    stage.provider.credits = { remaining: 4_900_000, used: 100_000 }
    stage.provider.odds = [stage.game('a1', -MINUTE)]
    await pollFor(20 * MINUTE, 10 * SECOND)
    expect([calls('/odds'), calls('/scores')]).toEqual([30, 40])
    expect(stage.problems).toEqual([])
  })

  it('makes a call that costs nothing before it spends anything', async () => {
    stage.provider.credits = { remaining: 4_900_000, used: 100_000 }
    stage.provider.odds = [stage.game('a1', HOUR)]
    await stage.poller({ budget: byKeyAlone() }).tick()
    expect(stage.provider.calls.map((call) => call.split('?')[0])).toEqual(['/v4/sports', '/v4/sports/soccer_epl/odds'])
  })

  it('continues at once when a plan was extended', async () => {
    stage.provider.credits = { remaining: 0, used: 500 }
    stage.provider.odds = [stage.game('a1', HOUR)]
    const poller = stage.poller({ budget: byKeyAlone() })
    await pollFor(5 * MINUTE, 10 * SECOND, poller)
    expect(calls('/odds')).toBe(0)
    expect(stage.problems.map(String)).toEqual([expect.stringContaining('the credits do not suffice')])
    stage.provider.credits.remaining = 100_000
    await pollFor(3 * MINUTE, 10 * SECOND, poller)
    expect(calls('/odds')).toBeGreaterThan(0)
    expect(stage.problems.map(String)[1]).toContain('the odds feed is back after')
  })
})

describe('five hundred credits a month', () => {
  it('are enough to settle what was bet on in time, and last the whole day', async () => {
    stage.clock = manualClock('2026-11-05T12:00:00.000Z')
    stage.provider.credits = { remaining: 433, used: 67 }
    const [bet, other] = [stage.game('a1', -HOUR), stage.game('b2', -HOUR)]
    stage.provider.odds = [bet, other]
    const poller = stage.poller({ budget: byKeyAlone() })
    const fixture = fixtureIdOf(bet.id)
    await stage.pool.query('insert into app.fixture_bets (fixture_id, open_legs) values ($1, 1)', [fixture])
    await pollFor(3 * HOUR, MINUTE, poller)
    // over for more than an hour: its scores were asked for every quarter of an hour, and prices hardly at all
    expect(calls('/scores')).toBeGreaterThanOrEqual(3)
    expect(calls('/odds')).toBeLessThanOrEqual(calls('/scores'))
    await pollFor(9 * HOUR - 5 * MINUTE, 5 * MINUTE, poller)
    expect(await spent()).toBeLessThanOrEqual(17)
    expect(await spent()).toBeGreaterThanOrEqual(12)
    expect(calls('/events')).toBeGreaterThan(20)
  })
})

describe('scarce credits', () => {
  it('are spread over the day, and listing games costs none', async () => {
    stage.clock = manualClock('2026-11-20T00:00:00.000Z')
    stage.provider.odds = [stage.game('a1', 2 * HOUR)]
    await pollFor(HOUR, MINUTE, stage.poller({ budget: limitedTo(24) }))
    // a tenth of the day's credits ahead of time, and one for the first hour
    expect(calls('/odds')).toBeLessThanOrEqual(4)
    expect(calls('/odds')).toBeGreaterThanOrEqual(2)
    expect(calls('/events')).toBe(2)
    expect(await spent()).toBe(calls('/odds'))
  })

  it('are never exceeded for the day, however many ask at once', async () => {
    stage.clock = manualClock('2026-11-20T23:00:00.000Z')
    const budget = limitedTo(10)
    const taken = await Promise.all(Array.from({ length: 40 }, () => budget.spend(1, 'poll')))
    expect(taken.filter((spending) => spending === 'granted')).toHaveLength(10)
    expect(await budget.spend(1, 'bet')).toBe('spent')
    await budget.correct(1, 0, 'poll')
    expect(await budget.spend(1, 'bet')).toBe('granted')
    expect([await budget.spend(1, 'bet'), await budget.spend(1, 'poll')]).toEqual(['spent', 'spent'])
  })

  it('are there for polls at every hour, however much is spent on bets and views', async () => {
    const perDay = 2_400
    const budget = limitedTo(perDay)
    const spendAll = async (purpose: Purpose) => {
      let credits = 0
      while ((await budget.spend(8, purpose)) === 'granted') credits += 8
      return credits
    }
    const granted = { bet: 0, view: 0, poll: 0 }
    for (let hour = 0; hour < 24; hour++) {
      stage.clock = manualClock(new Date(Date.UTC(2026, 10, 20, hour, 59)).toISOString())
      granted.bet += await spendAll('bet')
      granted.view += await spendAll('view')
      // except in the last hours, from which the head start was taken
      if (hour < 20) expect(await budget.hourly()).toBeGreaterThan(perDay / 24 / 2)
      granted.poll += await spendAll('poll')
      expect(granted.poll).toBeGreaterThan((perDay * hour) / 24 / 2)
      // polls take precedence over what is only looked at
      expect(granted.view).toBeLessThan(perDay / 10)
    }
    expect(granted.bet).toBeGreaterThan(perDay / 4)
    expect(granted.bet).toBeLessThanOrEqual(perDay / 3)
  })

  it('for a bet are returned to the share of bets', async () => {
    const budget = limitedTo(30)
    stage.clock = manualClock('2026-11-20T23:00:00.000Z')
    expect([await budget.spend(10, 'bet'), await budget.spend(1, 'bet')]).toEqual(['granted', 'spent'])
    await budget.correct(10, 9, 'bet')
    expect(await budget.spend(1, 'bet')).toBe('granted')
  })

  it.each([3_000_000_000, 31, -1, -100_000])('are counted as reserved if a call cannot have cost %i', async (cost) => {
    stage.clock = manualClock('2026-11-20T23:00:00.000Z')
    const budget = limitedTo(100)
    await budget.spend(50, 'poll')
    await budget.spend(3, 'poll')
    await budget.correct(3, cost, 'poll')
    expect(await spent()).toBe(53)
    await budget.correct(3, 30, 'poll')
    expect(await spent()).toBe(80)
  })

  it('that are configured cap what the provider would give', async () => {
    const state = createStateStore(stage.pool)
    await state.writeCredits({ remaining: 4_900_000, used: 0, last: 0 }, stage.clock.systemNow())
    const settings = { ODDS_API_KEY: 'test', ODDS_CREDITS_PER_DAY: 50 }
    const budget = budgetOf(settings, stage.pool, () => stage.clock.systemNow())
    expect(await budget.today()).toEqual({ perDay: 50, spent: 0 })
    await state.writeCredits({ remaining: 20, used: 480, last: 0 }, stage.clock.systemNow())
    stage.clock.advance(5 * SECOND)
    expect((await budget.today()).perDay).toBeLessThan(20)
    stage.clock.advance(31 * DAY)
    expect((await budget.today()).perDay).toBeLessThan(50)
  })
})
