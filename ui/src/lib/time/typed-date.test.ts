import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateText, readDay, readMoment } from './typed-date.ts'

const TODAY = '2026-11-20'
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a typed day', () => {
  test('is read back from what the field shows, and from the form used in the URL', () => {
    fc.assert(
      fc.property(day, (one) => {
        expect(readDay(dateText(one), TODAY)).toBe(one)
        expect(readDay(one, TODAY)).toBe(one)
      }),
    )
  })

  test.each([
    ['21 Nov 2026', '2026-11-21'],
    ['Sat 21 Nov', '2026-11-21'],
    ['  21 november 2026 ', '2026-11-21'],
    ['21. Nov. 26', '2026-11-21'],
    ['21nov', '2026-11-21'],
    ['3/4/2025', '2025-04-03'],
    ['03.04.25', '2025-04-03'],
    ['2026-1-2', '2026-01-02'],
    ['21 Sept 2026', '2026-09-21'],
    // without a year: the nearest one
    ['2 Jan', '2027-01-02'],
    ['1/7', '2026-07-01'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%s is %s', (typed, read) => expect(readDay(typed, TODAY)).toBe(read))

  test.each([
    '',
    'soon',
    '31 Nov 2026',
    '29 Feb 2026',
    '0 Jan 2026',
    '21 13 2026',
    '21',
    'Nov 21 2026',
    '21 Nov 2026 x',
  ])('%j is none', (typed) => expect(readDay(typed, TODAY)).toBeNull())
})

describe('a typed moment', () => {
  test('is read back from what the field shows', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
    const time = fc
      .tuple(part(23), part(59), fc.option(part(59)))
      .map(([hour, minute, second]) => `${hour}:${minute}${second === null ? '' : `:${second}`}`)
    fc.assert(
      fc.property(day, time, (one, at) => {
        expect(readMoment(dateText(`${one}T${at}`), TODAY)).toBe(`${one}T${at}`)
      }),
    )
  })

  test.each([
    ['21 Nov 2026 9:05', '2026-11-21T09:05'],
    ['21 Nov, 09:05:07', '2026-11-21T09:05:07'],
    ['2026-11-21T18:30', '2026-11-21T18:30'],
    ['21 Nov 2026', '2026-11-21T00:00'],
  ])('%s is %s', (typed, read) => expect(readMoment(typed, TODAY)).toBe(read))

  test.each(['', '18:30', '21 Nov 2026 24:00', '21 Nov 2026 18:60', '21 Nov 2026 18'])('%j is none', (typed) =>
    expect(readMoment(typed, TODAY)).toBeNull(),
  )
})
