import { expect, test } from 'vitest'
import { timeText } from './times.ts'

test.each([
  ['2026-11-21T21:09:59.999Z', '21 Nov 2026, 22:09 CET'],
  ['2026-06-30T22:00:00.000Z', '1 Jul 2026, 00:00 CEST'],
])('a time within a sentence names its zone: %s', (instant, text) => {
  expect(timeText(instant)).toBe(text)
})
