import { describe, expect, it } from 'vitest'
import { periodsAt } from '../calendar/periods.ts'

const DAY = ['day', 'week', 'month'] as const
const spans = (at: string) => DAY.map((period) => Object.values(periodsAt(at)[period]).join(' '))

describe('the periods of an instant', () => {
  it('begin at midnight in Paris, weeks on Monday', () =>
    expect(spans('2026-11-22T22:59:59.999Z')).toEqual([
      '2026-11-21T23:00:00.000Z 2026-11-22T23:00:00.000Z',
      '2026-11-15T23:00:00.000Z 2026-11-22T23:00:00.000Z',
      '2026-10-31T23:00:00.000Z 2026-11-30T23:00:00.000Z',
    ]))
  it('end at the instant at which the next ones begin', () =>
    expect(spans('2026-11-22T23:00:00.000Z')).toEqual([
      '2026-11-22T23:00:00.000Z 2026-11-23T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z 2026-11-29T23:00:00.000Z',
      '2026-10-31T23:00:00.000Z 2026-11-30T23:00:00.000Z',
    ]))
  it('have 23 hours in spring and 25 in autumn', () => {
    expect(spans('2026-03-29T12:00:00.000Z')[0]).toBe('2026-03-28T23:00:00.000Z 2026-03-29T22:00:00.000Z')
    expect(spans('2026-10-25T12:00:00.000Z')[0]).toBe('2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z')
    expect(spans('2026-10-25T12:00:00.000Z')[2]).toBe('2026-09-30T22:00:00.000Z 2026-10-31T23:00:00.000Z')
  })
  it('cross the year', () =>
    expect(spans('2026-12-31T23:30:00.000Z')).toEqual([
      '2026-12-31T23:00:00.000Z 2027-01-01T23:00:00.000Z',
      '2026-12-27T23:00:00.000Z 2027-01-03T23:00:00.000Z',
      '2026-12-31T23:00:00.000Z 2027-01-31T23:00:00.000Z',
    ]))
})
