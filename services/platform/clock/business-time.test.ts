import { expect, test } from 'vitest'
import { inBusinessTime } from './business-time.ts'

const clock = (speed: number) => ({
  businessNow: () => new Date('2026-12-05T14:00:00.000Z'),
  systemNow: () => new Date('2026-11-20T09:00:00.000Z'),
  speed,
})

test.each([
  // a minute of system time is an hour of business time
  [60, '2026-11-20T08:59:00.000Z', '2026-12-05T13:00:00.000Z'],
  [60, '2026-11-20T09:00:00.000Z', '2026-12-05T14:00:00.000Z'],
  // the clock of a product that once ran faster is ahead of system time
  [1, '2026-11-20T08:59:00.000Z', '2026-12-05T13:59:00.000Z'],
])('at speed %s %s is %s', (speed, system, business) => {
  expect(inBusinessTime(clock(speed), new Date(system)).toISOString()).toBe(business)
})
