// Restricts patterns to times that exist. The pattern of a time in a schema also accepts 99:99:99, with which nothing
// can be calculated.

const DAY = String.raw`\d\d\d\d-\d\d-\d\d`
const CLOCK = String.raw`T\d\d:\d\d:\d\d`

/** Years whose neighbours, which rules may calculate, also have four digits. */
const REAL_DAY = String.raw`(?!0|9999)\d\d\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const REAL_CLOCK = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`

/** `source`: of a regular expression by `patternOf`. */
export const withRealTimes = (source: string): string => source.replaceAll(DAY, REAL_DAY).replaceAll(CLOCK, REAL_CLOCK)
