import { expect, test } from 'vitest'
import { RecentCount } from './recent-count.ts'

const FADE_MS = 250

test('what comes at once is counted whole, and then fades', () => {
  let now = 0
  const count = new RecentCount(FADE_MS, () => now)
  expect([count.add(3), count.add(4)]).toEqual([3, 7])
  now += FADE_MS
  expect(count.add(0)).toBeCloseTo(7 / Math.E)
  now += 40 * FADE_MS
  expect(count.add(1)).toBeCloseTo(1)
})

test('a steady rate keeps it at what comes in that time, however it comes', () => {
  for (const everyMs of [1, 5, 20]) {
    let now = 0
    const count = new RecentCount(FADE_MS, () => now)
    let level = 0
    for (; now < 20 * FADE_MS; now += everyMs) level = count.add(everyMs / 10)
    expect(level / (FADE_MS / 10)).toBeCloseTo(1, 1)
  }
})
