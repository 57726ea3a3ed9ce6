import type { Clock } from '../clock.ts'

export type ManualClock = Clock & {
  /** Moves both clocks forward. */
  advance(ms: number): void
}

/** For tests: both clocks stand at `at` until they are moved. */
export function manualClock(at: Date | string = '2026-11-20T12:00:00.000Z'): ManualClock {
  let now = new Date(at).getTime()
  return {
    businessNow: () => new Date(now),
    systemNow: () => new Date(now),
    speed: 1,
    close: async () => undefined,
    advance(ms) {
      now += ms
    },
  }
}
