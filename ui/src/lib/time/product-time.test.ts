import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setDisplaySetting } from '../display-settings.ts'
import { instantOf, productTime, productTimeText, shownInstant } from './product-time.ts'

test.each([
  ['2026-11-24T00:14', '2026-11-23T23:14:00.000Z'],
  ['2026-07-01T12:00', '2026-07-01T10:00:00.000Z'],
  // happens twice: the first counts
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  // does not exist: shifted by the hour that the clocks skip
  ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
])('%s in Paris is %s', (local, instant) => {
  expect(instantOf(local)).toBe(instant)
})

test('reads back what it shows', () => {
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const local = productTime(minute * 60_000)
      expect(productTime(instantOf(local))).toBe(local)
    }),
  )
})

test('names the day', () => {
  expect(productTimeText('2026-11-23T23:48:10.000Z')).toBe('Tue 24 Nov 00:48')
})

test('a moment is read in the zone that times are shown in', () => {
  expect(shownInstant('2026-11-24T00:14')).toBe('2026-11-23T23:14:00.000Z')
  setDisplaySetting('zone', 'browser')
  expect(shownInstant('2026-11-24T00:14')).toBe(new Date('2026-11-24T00:14').toISOString())
  setDisplaySetting('zone', 'paris')
})
