// How often the provider is polled, and for how long. Business time, unless marked otherwise.
import { DAY, HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'

/** Prices: the provider updates about this often, so polling more often gains nothing. */
export const ODDS_MS = {
  inPlay: 40 * SECOND,
  /** For a game that starts within NEAR_START_MS. */
  nearStart: 60 * SECOND,
  otherwise: 10 * MINUTE,
} as const
export const NEAR_START_MS = 6 * HOUR
/** Least time between two fetches of a league's prices, by any process, for polling or for a bettor. */
export const ODDS_APART_MS = 10 * SECOND

export const SCORES_MS = 30 * SECOND
/** For how long a recorded result is read again. After that, each review reads it until the provider drops it. */
export const RESULT_WATCH_MS = 30 * MINUTE
/**
 * A review reads all scores of a league, as far back as the provider has them, even while none of its games is played.
 */
export const REVIEW_MS = HOUR
export const SCORES_AVAILABLE_MS = 3 * DAY

/** Games of the coming days, at no cost. */
export const EVENTS_MS = 30 * MINUTE
/** Seasons are published months ahead; only games that start within this time are listed. */
export const LISTED_AHEAD_MS = 4 * DAY

/** System time: the leagues in season, the read model of fixtures. */
export const LEAGUES_MS = HOUR
export const LEAGUES_RETRY_MS = SECOND
/** How often it is checked for new credits: a plan that was extended is used within this time. */
export const LEAGUES_WITHOUT_CREDITS_MS = MINUTE
export const FIXTURES_RELOAD_MS = 20 * SECOND

/**
 * Credits per hour. With fewer, games are listed by calls that cost nothing, and the most important polls come first.
 */
export const SCARCE_PER_HOUR = 4_000
/** Business time after which a poll is tried again for which there were no credits, or which failed temporarily. */
export const REFUSED_RETRY_MS = MINUTE
