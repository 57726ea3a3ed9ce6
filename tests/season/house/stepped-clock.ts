// Business time that stands still until it jumps, so that a month takes minutes.
import type { Clock } from '#services/platform/clock/clock.ts'

export type SteppedClock = Clock & {
  /** Advances both clocks. */
  advance(ms: number): void
}

/** Waits of business time are short; and what is allowed for delays of the system stays below how late a poll is. */
const SPEED = 60

export function steppedClock(at: string): SteppedClock {
  let now = Date.parse(at)
  return {
    businessNow: () => new Date(now),
    // what the feed leaves alone for some seconds stays so for as long as the games go on
    systemNow: () => new Date(now),
    speed: SPEED,
    close: async () => undefined,
    advance(ms) {
      now += ms
    },
  }
}
