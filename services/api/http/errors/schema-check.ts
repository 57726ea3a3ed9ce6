// Checks what a request sends against the schemas of its route, and says in plain words what is wrong. Schemas that say
// it themselves keep their own words.
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { truncate } from '#domain/truncate.ts'

type Issue = z.core.$ZodIssue

/** What was sent does not match the schema of the route. */
export class NotAsDescribed extends Error {
  override readonly name = 'NotAsDescribed'
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super('not as described')
    this.issues = issues
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}
const FORMS: Readonly<Record<string, string>> = {
  date: 'must be a day, such as 2026-11-29',
  datetime: 'must be a time, such as 2026-11-29T18:30:00Z',
}
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

const quoted = (names: readonly string[]): string => truncate(names.map((name) => JSON.stringify(name)).join(', '))

/** Quotes nothing of the request except the names of unknown fields. */
function sayWrong(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'must be given' : `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of: ${issue.values.filter((value) => value !== '').join(', ')}`
    case 'invalid_format':
      return FORMS[issue.format] ?? 'has the wrong form'
    case 'too_small':
      if (issue.origin in UNITS && issue.minimum === 1) return 'must not be empty'
      return `must ${issue.origin in UNITS ? 'have' : 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `must ${issue.origin in UNITS ? 'have' : 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'unrecognized_keys':
      return `there is no field ${quoted(issue.keys)}`
    default:
      return 'is not possible here'
  }
}

const SAY = { error: sayWrong }

function checked<Schema extends z.ZodType>(schema: Schema, sent: unknown) {
  const { error, data } = schema.safeParse(sent, SAY)
  return error === undefined ? { value: data } : { error: new NotAsDescribed(error.issues) }
}

/** Throws NotAsDescribed. */
export function readAs<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const { error, value } = checked(schema, sent)
  if (error !== undefined) throw error
  return value
}

export const schemaCheck: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (sent) =>
    checked(schema, sent)
