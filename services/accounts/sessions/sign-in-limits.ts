// How fast passwords may be guessed: some free attempts, then growing waits. The reasons are in docs/decisions/0023.
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'

/**
 * After `free` failures the next attempt waits `shortestMs`, twice as long for every `doublesEvery` more, up to
 * `longestMs`.
 */
export type ThrottleRule = {
  readonly free: number
  readonly shortestMs: number
  readonly doublesEvery: number
  readonly longestMs: number
  /** How long it takes until one failure is forgiven. */
  readonly forgivenEveryMs: number
}

export type SignInLimits = {
  /** A name at a known address. */
  readonly knownPair: ThrottleRule
  /** A name at any other address. */
  readonly pair: ThrottleRule
  /** A name at all unknown addresses together: each of them waits once per attempt, all at the same time. */
  readonly name: ThrottleRule
  /** All names for which the address (IPv6: the /64) is unknown, one after another. */
  readonly network: ThrottleRule
  /** The same for an IPv6 /48. */
  readonly site: ThrottleRule
  /** Somebody who has waited because of the name may come back within this time without waiting again. */
  readonly invitedForMs: number
}

export const SIGN_IN_LIMITS: SignInLimits = {
  knownPair: {
    free: 20,
    shortestMs: 1_000,
    doublesEvery: 1,
    longestMs: 15 * MINUTE,
    forgivenEveryMs: 15 * MINUTE,
  },
  pair: { free: 10, shortestMs: 1_000, doublesEvery: 1, longestMs: HOUR, forgivenEveryMs: HOUR },
  name: { free: 50, shortestMs: 1_000, doublesEvery: 25, longestMs: MINUTE, forgivenEveryMs: MINUTE },
  network: {
    free: 100,
    shortestMs: 1_000,
    doublesEvery: 10,
    longestMs: 5 * MINUTE,
    forgivenEveryMs: 5 * MINUTE,
  },
  site: { free: 1_000, shortestMs: 1_000, doublesEvery: 100, longestMs: 30_000, forgivenEveryMs: 30_000 },
  invitedForMs: 30 * MINUTE,
}
