// Restricts patterns to times that exist. The pattern of a time in a schema also accepts 99:99:99, with which nothing
// can be calculated, and days that no calendar has.

const DAY = String.raw`\d\d\d\d-\d\d-\d\d`
const CLOCK = String.raw`T\d\d:\d\d:\d\d`

/** Years whose neighbours, which rules may calculate, also have four digits. */
const YEAR = String.raw`(?!0|9999)\d\d\d\d`
const LEAP_YEAR = String.raw`(?:[1-9]\d(?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[13579][26])00)`
const OF_31 = String.raw`(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])`
const OF_30 = String.raw`(?:0[469]|11)-(?:0[1-9]|[12]\d|30)`
const OF_28 = String.raw`02-(?:0[1-9]|1\d|2[0-8])`
/**
 * With 30 February, which is in March to whoever calculates with it and before March to whoever compares texts, a bet
 * of after a game would be one of before it.
 */
const REAL_DAY = `(?:${YEAR}-(?:${OF_31}|${OF_30}|${OF_28})|${LEAP_YEAR}-02-29)`
const REAL_CLOCK = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`

/** `source`: of a regular expression by `patternOf`. */
export const withRealTimes = (source: string): string => source.replaceAll(DAY, REAL_DAY).replaceAll(CLOCK, REAL_CLOCK)
