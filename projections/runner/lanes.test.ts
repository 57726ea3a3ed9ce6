// When the next batch begins.
import { expect, test } from 'vitest'
import { apartMs } from './lanes.ts'

test('a small batch leaves the machine as long as it took, ten milliseconds at most, and a larger one has time to grow, by its size', () => {
  expect([0, 3, 10, 50].map((tookMs) => apartMs(1, tookMs))).toEqual([0, 6, 20, 60])
  expect([3, 50].map((tookMs) => apartMs(20, tookMs))).toEqual([60, 60])
  expect([3, 50].map((tookMs) => apartMs(60, tookMs))).toEqual([120, 120])
})
