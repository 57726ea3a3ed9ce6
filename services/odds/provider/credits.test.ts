import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import { createStage } from '../testing/stage.ts'
import { createBudget } from './credits.ts'

const stage = createStage()

describe('scarce credits', () => {
  it('are spread over the day, and listed games cost none', async () => {
    const budget = createBudget(stage.pool, 24, () => stage.clock.systemNow())
    stage.clock = manualClock('2026-11-20T00:00:00.000Z')
    const poller = stage.poller({ budget })
    stage.provider.odds = [stage.game('a1', 2 * HOUR)]
    for (let minute = 0; minute < 60; minute++) {
      await poller.tick()
      stage.clock.advance(MINUTE)
    }
    const calls = (path: string) => stage.provider.calls.filter((call) => call.includes(path)).length
    // a tenth of the day's in advance, and one for the first hour
    expect(calls('/odds')).toBeLessThanOrEqual(4)
    expect(calls('/odds')).toBeGreaterThanOrEqual(3)
    expect(calls('/events')).toBe(2)
    const { rows } = await stage.pool.query('select used from app.credit_use')
    expect(rows).toEqual([{ used: calls('/odds') }])
  })

  it('are never more than the day has, however many ask at once', async () => {
    const budget = createBudget(stage.pool, 10, () => stage.clock.systemNow())
    const taken = await Promise.all(Array.from({ length: 40 }, () => budget.spend(1, false)))
    expect(taken.filter(Boolean)).toHaveLength(10)
    await budget.correct(1, 0)
    expect(await budget.spend(1, false)).toBe(true)
    expect(await budget.spend(1, false)).toBe(false)
  })
})
