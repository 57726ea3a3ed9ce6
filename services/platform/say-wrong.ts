// What is wrong with a value that somebody gave, in plain words instead of the validator's. Schemas that say it
// themselves keep their own words.
import type { z } from 'zod'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const FORMS: Readonly<Record<string, string>> = {
  date: 'must be a day, such as 2026-11-29',
  datetime: 'must be a time, such as 2026-11-29T18:30:00Z',
}
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

const oneOf = (values: readonly unknown[]): string =>
  `must be one of: ${values.filter((value) => value !== '').join(', ')}`

/** Follows the name of what is wrong. Quotes nothing of it. */
export function sayWrong(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'must be given' : `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOf(issue.options) : 'is not possible here'
    case 'invalid_format':
      return FORMS[issue.format] ?? 'has the wrong form'
    case 'too_small':
      if (issue.origin in UNITS && issue.minimum === 1) return 'must not be empty'
      return `must ${issue.origin in UNITS ? 'have' : 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `must ${issue.origin in UNITS ? 'have' : 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    default:
      return 'is not possible here'
  }
}
