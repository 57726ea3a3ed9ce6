import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { affordable, isStarved, type Wish } from './affordable.ts'

const wish = (everyMs: number, cost: number, weight: number): Wish => ({ everyMs, cost, weight, lastsMs: 2 * MINUTE })
const perHour = (wishes: readonly Wish[]) => wishes.reduce((sum, { cost, everyMs }) => sum + (cost * HOUR) / everyMs, 0)
const wishes = fc.array(
  fc.record({
    everyMs: fc.integer({ min: 30 * SECOND, max: HOUR }),
    cost: fc.integer({ min: 0, max: 3 }),
    weight: fc.constantFrom(1, 2, 8, 64),
    lastsMs: fc.constant(15 * MINUTE),
  }),
  { maxLength: 40 },
)

describe('few credits', () => {
  it('change nothing if they are enough', () =>
    fc.assert(
      fc.property(wishes, fc.double({ min: 0, max: 1e6, noNaN: true }), (wished, more) => {
        const enough = perHour(wished) + more
        expect(affordable(wished, enough)).toEqual(wished)
        expect(isStarved(wished, affordable(wished, Number.POSITIVE_INFINITY))).toBe(
          wished.some(({ everyMs, lastsMs }) => everyMs > lastsMs),
        )
      }),
    ))

  it('are never overspent, and all used if somebody wants them', () =>
    fc.assert(
      fc.property(wishes, fc.double({ min: 0.1, max: 5_000, noNaN: true }), (wished, credits) => {
        const polls = affordable(wished, credits)
        expect(perHour(polls)).toBeLessThanOrEqual(Math.min(credits, perHour(wished)) * 1.000001)
        // polls less often than once a day are left out
        const leftOut = wished.length - polls.length
        expect(perHour(polls) + (leftOut * 3) / 24).toBeGreaterThanOrEqual(
          Math.min(credits, perHour(wished)) * 0.999999,
        )
        for (const free of wished.filter(({ cost }) => cost === 0)) expect(polls).toContain(free)
      }),
    ))

  it('are shared equally among equal polls, and no less goes to those that weigh more', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 1, max: 200, noNaN: true }), (others, credits) => {
        const light = Array.from({ length: others }, () => wish(30 * SECOND, 1, 1))
        const [heavy, ...rest] = affordable([wish(30 * SECOND, 1, 8), ...light], credits)
        expect(new Set(rest.map(({ everyMs }) => everyMs.toFixed(3))).size).toBeLessThanOrEqual(1)
        for (const { everyMs } of rest) expect(heavy!.everyMs).toBeLessThanOrEqual(everyMs)
      }),
    ))

  it('are spent on what is urgent at any price', () => {
    const polls = affordable([wish(30 * SECOND, 2, Number.POSITIVE_INFINITY), wish(40 * SECOND, 1, 8)], 10)
    expect(polls.map(({ everyMs }) => everyMs)).toEqual([30 * SECOND])
  })

  it('starve polls that come after their data is too old, or that are left out', () => {
    const wished = [wish(40 * SECOND, 1, 8)]
    expect(isStarved(wished, affordable(wished, 30))).toBe(false)
    expect(isStarved(wished, affordable(wished, 29))).toBe(true)
    expect(isStarved(wished, affordable(wished, 0))).toBe(true)
  })
})
