import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '#services/platform/clock/durations.ts'
import { budgetOfToday, daysLeft, FREE_PLAN_PER_DAY } from './quota.ts'

const at = (text: string) => new Date(`2026-${text}Z`)

describe("the day's budget by the provider's figures", () => {
  it.each([
    ['4.9 million on the 22nd', 4_900_000, 100_000, 0, '11-22T06:00:00', 544_444],
    ['the free plan on the first', 500, 0, 0, '11-01T00:00:00', 16],
    ['the last day may use the rest', 40, 460, 3, '11-30T23:00:00', 43],
    ['what was spent counts to the day that spent it', 490, 10, 10, '11-01T10:00:00', 16],
    ['nothing left: no more than was spent', 0, 500, 7, '11-12T10:00:00', 7],
    ['less than nothing left', -60, 5_000_060, 0, '11-12T10:00:00', 0],
  ])('%s', (_what, remaining, used, spent, now, budget) => {
    expect(budgetOfToday({ remaining, used, readAt: at(now) }, spent, at(now))).toBe(budget)
  })

  it('starts over with the month, by the size of the plan', () => {
    const quota = { remaining: -60, used: 5_000_060, readAt: at('11-30T23:59:59') }
    expect(budgetOfToday(quota, 0, at('11-30T23:59:59'))).toBe(0)
    expect(budgetOfToday(quota, 0, at('12-01T00:00:00'))).toBe(Math.floor(5_000_000 / 31))
  })

  it("is that of the free plan in a new month, if the last one ended with nothing and the plan's size is unknown", () => {
    const quota = { remaining: 0, used: null, readAt: at('11-30T23:59:59') }
    expect(budgetOfToday(quota, 3, at('11-30T23:59:59'))).toBe(3)
    expect(budgetOfToday(quota, 0, at('12-01T00:00:00'))).toBe(FREE_PLAN_PER_DAY)
  })

  it("is nothing before the provider was asked, and the free plan's if it gives no figures", () => {
    expect(budgetOfToday({ remaining: null, used: null, readAt: null }, 0, at('11-12T10:00:00'))).toBeNull()
    const asked = { remaining: null, used: null, readAt: at('11-12T10:00:00') }
    expect(budgetOfToday(asked, 0, at('11-12T10:00:00'))).toBe(FREE_PLAN_PER_DAY)
  })

  it('used up every day, lasts to the end of the month and leaves nothing', () =>
    fc.assert(
      fc.property(fc.nat({ max: 5_000_000 }), fc.integer({ min: 1, max: 30 }), fc.nat(), (plan, first, seed) => {
        let remaining = plan
        for (let day = first; day <= 30; day++) {
          const now = new Date(Date.UTC(2026, 10, day, 12))
          let spent = 0
          // in steps, with the figures re-read in between
          for (let step = 0; step < 4; step++) {
            const budget = budgetOfToday({ remaining, used: plan - remaining, readAt: now }, spent, now)!
            const spending = step === 3 ? budget - spent : Math.floor(((budget - spent) * ((seed >> step) % 3)) / 4)
            expect(spending).toBeGreaterThanOrEqual(0)
            spent += spending
            remaining -= spending
            expect(remaining).toBeGreaterThanOrEqual(0)
          }
        }
        expect(remaining).toBe(0)
      }),
    ))

  it('counts the days of the calendar month, including today', () => {
    expect([
      daysLeft(at('02-01T00:00:00')),
      daysLeft(at('02-28T23:59:59')),
      daysLeft(at('12-31T00:00:00')),
      daysLeft(new Date(at('11-01T00:00:00').getTime() + DAY)),
    ]).toEqual([28, 1, 1, 29])
  })
})
