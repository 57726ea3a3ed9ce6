// Every limit and window of the product's rules, each stated once, with its unit and its source. Imports nothing: the
// deciders, the api, its contract and the browser all take them from here. (The auditor has its own copies.)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// --- bets

/** Legs. The specification speaks of parlays, docs/readings.md of 2 to 20 legs. */
export const MIN_PARLAY_LEGS = 2
/** Legs. docs/readings.md; also the most that version 1 of BetPlaced holds. */
export const MAX_LEGS = 20
/** Cents. The specification: minimum stake 0.10. */
export const MIN_STAKE_CENTS = 10
/** Percent of the odds seen, inclusive. The specification: a change over 10 % is invalid. */
export const ODDS_TOLERANCE_PERCENT = 10
/** Hundredths. Ten digits before the point, as published schemas have them. */
export const MAX_ODDS_HUNDREDTHS = 999_999_999_999n
/** Hundredths. At these odds and below a bookmaker shows a placeholder for what nobody can bet on. Our own. */
export const PLACEHOLDER_ODDS_HUNDREDTHS = 101n
/** Odds that change by more than this, up or down, are an error. The specification: a change over 1000 %. */
export const EXTREME_MOVE_FACTOR = 11n
/** Business time. A price older than this is not bet on during the game. docs/readings.md. */
export const QUOTE_MAX_AGE_IN_PLAY_MS = 2 * 60_000
/** Business time. The same before the game starts. docs/readings.md. */
export const QUOTE_MAX_AGE_BEFORE_START_MS = 15 * 60_000

// --- play limits

/** The calendar by which days, weeks and months are counted: of play limits, results, statistics. The specification: Europe/Paris. */
export const BUSINESS_TIME_ZONE = 'Europe/Paris'
/** Business time. A higher play limit, or none, holds only after so long. docs/decisions/0038. */
export const PLAY_LIMIT_INCREASE_AFTER_MS = DAY_MS

// --- fixtures and settlement

/** Business time from the start. The specification: possibly live from the start until 4 hours after. */
export const POSSIBLY_LIVE_MS = 4 * HOUR_MS
/** Business time. No two games of the same teams start closer together than one of them takes. Our own. */
export const ONE_GAME_MS = 3 * HOUR_MS
/** Business time between the two equal completed reads that make a result. docs/readings.md. */
export const RESULT_READS_APART_MS = 30_000
/** Points of one side. Anything above is an error of the feed; published schemas have it. */
export const MAX_SCORE = 100_000
/** Business time from the start. A game of soccer that is not completed by then is abandoned. docs/readings.md. */
export const SOCCER_COMPLETED_WITHIN_MS = 48 * HOUR_MS
/** Business time from the start. The same of every other sport. */
export const COMPLETED_WITHIN_MS = 30 * HOUR_MS
/** Business time after settlement, in which a corrected result still reaches the bet. Our own: a provider's scores go back as far. */
export const RESETTLEMENT_WINDOW_MS = 3 * DAY_MS
/** Hundredths. A lower price of the house is refused. */
export const MIN_HOUSE_ODDS_HUNDREDTHS = PLACEHOLDER_ODDS_HUNDREDTHS + 1n

// --- what admins decide about the feed

/** Business time. A release that no price has followed for so long is over: nobody has seen what comes after. docs/decisions/0031. */
export const MARKET_RELEASE_MS = HOUR_MS

// --- the offer

/** Games of the day that may be saved. Published schemas have it. */
export const MAX_GAMES_OF_THE_DAY = 100

// --- money

/** Cents. The most that one event may carry and an account may hold: below 2^53, with room for sums. */
export const MAX_CENTS = 9_000_000_000_000_000
/**
 * Cents. The most that one transfer or one setting of a float may carry: ten billion euros. Receipts are never refused,
 * so this is what keeps balances away from MAX_CENTS.
 */
export const MAX_TRANSFER_CENTS = 1_000_000_000_000

/** Days back from today that an admin may close of the own float. Our own. */
export const CLOSABLE_DAYS = 366

// --- failed sign-ins

/** Of an account in an hour, of each kind; and the networks that they came from. What is more is not counted. Published schemas have both. */
export const MAX_FAILURES_COUNTED = 1_000_000
export const MAX_NETWORKS_COUNTED = 100

// --- commands

/** Days of business time for which an accepted command is recognised when it is sent again. docs/decisions/0020. */
export const COMMAND_RETENTION_DAYS = 7
export const COMMAND_RETENTION_MS = COMMAND_RETENTION_DAYS * DAY_MS
/** Commands of one stream that are recognised however old they are. Our own. */
export const COMMAND_RETENTION_MIN = 1_000
/** Characters of the reason that an admin may give for a command. Our own. */
export const MAX_REASON_LENGTH = 500
/** Characters of a note about a bettor. Our own. */
export const MAX_NOTE_LENGTH = 2_000
