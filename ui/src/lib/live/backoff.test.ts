import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the delay before a reconnect', () => {
  it('doubles up to 30 seconds, with jitter over its second half', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((failures) => backoffMs(failures, () => 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ])
    expect(backoffMs(0, () => 0)).toBe(500)
  })
})
