// Times that there are. The pattern of a time in a schema takes 99:99:99, too: nothing can be reckoned from that.

const DAY = String.raw`\d\d\d\d-\d\d-\d\d`
const CLOCK = String.raw`T\d\d:\d\d:\d\d`

/** A year, and every one that a rule reckons from it, has four digits as dates write them. */
const REAL_DAY = String.raw`(?!0|9999)\d\d\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const REAL_CLOCK = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`

/** `source`: of a regular expression, by `patternOf`. */
export const withRealTimes = (source: string): string => source.replaceAll(DAY, REAL_DAY).replaceAll(CLOCK, REAL_CLOCK)
