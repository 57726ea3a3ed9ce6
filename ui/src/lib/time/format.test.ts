import { describe, expect, it } from 'vitest'
import { formatDay, formatDayTime, formatTime } from './format.ts'

describe('times as shown', () => {
  it('are Europe/Paris and 24-hour, summer and winter', () => {
    expect(formatTime('2026-11-21T15:00:00.000Z')).toBe('16:00')
    expect(formatTime('2026-07-21T22:30:00.000Z')).toBe('00:30')
    expect(formatDay('2026-11-21T23:30:00.000Z')).toBe('Sun 22 Nov')
    expect(formatDayTime('2026-11-21T15:00:00.000Z')).toBe('Sat 21 Nov 16:00')
  })
})
