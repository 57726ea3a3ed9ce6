import { expect, test } from 'vitest'
import { businessDay, daysAfter, leftOn, sumAfter } from './business-day.ts'

const EVENING = '2026-11-22T22:59:59.999Z'
const NEXT = '2026-11-22T23:00:00.000Z'

test('a day ends at midnight in Paris, in summer an hour earlier by UTC', () => {
  expect([EVENING, NEXT].map(businessDay)).toEqual(['2026-11-22', '2026-11-23'])
  expect(['2026-07-14T21:59:59.999Z', '2026-07-14T22:00:00.000Z'].map(businessDay)).toEqual([
    '2026-07-14',
    '2026-07-15',
  ])
  expect([EVENING, NEXT, EVENING].map(businessDay)).toEqual(['2026-11-22', '2026-11-23', '2026-11-22'])
})

test('days follow each other over the ends of months and years', () => {
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysAfter('2024-03-01', -1)).toBe('2024-02-29')
})

test('a day’s sum counts only that day, and what is left is the bound less the sum', () => {
  expect(leftOn(undefined, 100, EVENING)).toBe(100)
  const today = sumAfter(sumAfter(undefined, 30, EVENING), 50, EVENING)
  expect(today).toEqual({ day: '2026-11-22', cents: 80 })
  expect(leftOn(today, 100, EVENING)).toBe(20)
  expect(leftOn(today, 60, EVENING)).toBe(0)
  expect(leftOn(today, 60, NEXT)).toBe(60)
  expect(sumAfter(today, 1, NEXT)).toEqual({ day: '2026-11-23', cents: 1 })
})

test('a day that is over has nothing left, so that two days cannot alternate', () =>
  expect(leftOn(sumAfter(undefined, 1, NEXT), 100, EVENING)).toBe(0))
