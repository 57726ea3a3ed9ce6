// Business time that stands still until it jumps: what takes a month takes minutes.
import type { Clock } from '#services/platform/clock/clock.ts'

export type SteppedClock = Clock & {
  /** Moves both clocks on. */
  advance(ms: number): void
}

/** A wait of business time is soon over; what is allowed for delays of the system stays below what a poll is late by. */
const SPEED = 60

export function steppedClock(at: string): SteppedClock {
  let now = Date.parse(at)
  return {
    businessNow: () => new Date(now),
    // what the feed leaves alone for some seconds, it leaves alone for as long as the games go on
    systemNow: () => new Date(now),
    speed: SPEED,
    close: async () => undefined,
    advance(ms) {
      now += ms
    },
  }
}
