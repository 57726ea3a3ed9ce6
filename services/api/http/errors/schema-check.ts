// Checks what a request sends against the schemas of its route, and says in plain words what is wrong.
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { truncate } from '#domain/truncate.ts'
import { sayWrong } from '#services/platform/say-wrong.ts'

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

const quoted = (names: readonly string[]): string => truncate(names.map((name) => JSON.stringify(name)).join(', '))

/** Quotes nothing of the request except the names of unknown fields. */
const SAY = {
  error: (issue: z.core.$ZodRawIssue): string =>
    issue.code === 'unrecognized_keys' ? `there is no field ${quoted(issue.keys)}` : sayWrong(issue),
}

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
