// Every limit and window of the product's rules, each stated once, with its unit and its source. Imports nothing: the
// deciders, the api, its contract and the browser all take them from here. (The auditor has its own copies.)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// --- bets

/** Legs. The specification has parlays, docs/readings.md says 2 to 20 legs. */
export const MIN_PARLAY_LEGS = 2
/** Legs. docs/readings.md; also the most that version 1 of BetPlaced can store. */
export const MAX_LEGS = 20
/** Cents. The specification: minimum stake 0.10. */
export const MIN_STAKE_CENTS = 10
/** Percent of the odds seen, inclusive. The specification: a change of more than 10 % is invalid. */
export const ODDS_TOLERANCE_PERCENT = 10
/** Hundredths. Ten digits before the point, as in published schemas. */
export const MAX_ODDS_HUNDREDTHS = 999_999_999_999n
/** Hundredths. A bookmaker shows these odds or lower ones as a placeholder for something nobody can bet on. Our own. */
export const PLACEHOLDER_ODDS_HUNDREDTHS = 101n
/**
 * A change of odds by more than this factor, up or down, is a mistake. The specification: a change of more than 1000 %.
 */
export const EXTREME_MOVE_FACTOR = 11n
/** Milliseconds of business time. In play, no bet is struck at an older price. docs/readings.md. */
export const QUOTE_MAX_AGE_IN_PLAY_MS = 2 * 60_000
/** Milliseconds of business time. Before the start, no bet is struck at an older price. docs/readings.md. */
export const QUOTE_MAX_AGE_BEFORE_START_MS = 15 * 60_000

// --- play limits

/** The calendar of days, weeks and months for play limits, results and statistics. The specification: Europe/Paris. */
export const BUSINESS_TIME_ZONE = 'Europe/Paris'
/** Milliseconds of business time until a higher play limit, or none, takes effect. docs/decisions/0038. */
export const PLAY_LIMIT_INCREASE_AFTER_MS = DAY_MS

// --- fixtures and settlement

/**
 * Milliseconds of business time from the start. The specification: possibly live from the start until 4 hours after.
 */
export const POSSIBLY_LIVE_MS = 4 * HOUR_MS
/**
 * Milliseconds of business time. Two games of the same teams cannot start closer together than one of them lasts. Our
 * own.
 */
export const ONE_GAME_MS = 3 * HOUR_MS
/** Milliseconds of business time between the two equal completed reads that make a result. docs/readings.md. */
export const RESULT_READS_APART_MS = 30_000
/** Points of one side. Published schemas have it; a higher score is an error of the feed. */
export const MAX_SCORE = 100_000
/**
 * Milliseconds of business time from the start after which an uncompleted game of soccer is abandoned.
 * docs/readings.md.
 */
export const SOCCER_COMPLETED_WITHIN_MS = 48 * HOUR_MS
/** The same for every other sport. */
export const COMPLETED_WITHIN_MS = 30 * HOUR_MS
/**
 * Milliseconds of business time after a settlement in which a corrected result still reaches the bet. Our own: the
 * provider's scores go back as far.
 */
export const RESETTLEMENT_WINDOW_MS = 3 * DAY_MS
/** Hundredths. A lower house price is refused. */
export const MIN_HOUSE_ODDS_HUNDREDTHS = PLACEHOLDER_ODDS_HUNDREDTHS + 1n

// --- what admins decide about the feed

/**
 * Milliseconds of business time. A release lapses if no price follows it within this: nobody has looked at later ones.
 * docs/decisions/0031.
 */
export const MARKET_RELEASE_MS = HOUR_MS

// --- the offer

/** Games of the day that may be saved. Published schemas have it. */
export const MAX_GAMES_OF_THE_DAY = 100

// --- money

/** Cents. The most that one event may carry and an account may hold: below 2^53, with room for sums. */
export const MAX_CENTS = 9_000_000_000_000_000
/**
 * Cents. The most that one transfer may carry, and one setting of a float: ten billion euros. Receipts are never
 * refused, so this bound keeps balances away from MAX_CENTS.
 */
export const MAX_TRANSFER_CENTS = 1_000_000_000_000

/** Days. How far back an admin may close days of their own float. Our own. */
export const CLOSABLE_DAYS = 366

// --- failed sign-ins

/**
 * The most failures of one kind that are counted for an account in an hour, and the most networks. Published schemas
 * have both.
 */
export const MAX_FAILURES_COUNTED = 1_000_000
export const MAX_NETWORKS_COUNTED = 100

// --- commands

/** Days of business time for which a repeated command is recognised. docs/decisions/0020. */
export const COMMAND_RETENTION_DAYS = 7
export const COMMAND_RETENTION_MS = COMMAND_RETENTION_DAYS * DAY_MS
/** How many commands of a stream are recognised however old they are. Our own. */
export const COMMAND_RETENTION_MIN = 1_000
/** Characters of the reason that an admin may give for a command. Our own. */
export const MAX_REASON_LENGTH = 500
/** Characters of a note about a bettor. Our own. */
export const MAX_NOTE_LENGTH = 2_000
