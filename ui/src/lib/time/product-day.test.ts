import { expect, it } from 'vitest'
import { dayStart, daysBefore, dayText, isDay, productDay } from './product-day.ts'

it('begins at midnight in Paris, in winter and in summer', () => {
  expect(productDay(Date.parse('2026-11-20T22:59:59Z'))).toBe('2026-11-20')
  expect(productDay(Date.parse('2026-11-20T23:00:00Z'))).toBe('2026-11-21')
  expect(productDay(Date.parse('2026-07-20T22:00:00Z'))).toBe('2026-07-21')
})

it('is counted back across months and clock changes', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28')
  expect(daysBefore('2026-01-01', 2)).toBe('2025-12-30')
  expect(daysBefore('2026-10-26', 1)).toBe('2026-10-25')
})

it('is written and recognised', () => {
  expect(dayText('2026-11-21')).toBe('Sat 21 Nov')
  expect(['2026-11-21', '2026-02-30', '21.11.2026', 7].map(isDay)).toEqual([true, false, false, false])
})

it.each([
  ['2026-11-21', '2026-11-20T23:00:00.000Z'],
  ['2026-07-01', '2026-06-30T22:00:00.000Z'],
  // days on which the clocks change
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('%s begins at %s', (day, instant) => {
  expect(dayStart(day)).toBe(instant)
})
