// What failed unexpectedly, with what finds it again: nothing of the request's body, headers or address.
import type { FastifyRequest } from 'fastify'
import { InvalidInputError } from 'slonik'

/** One line at level error. `correlation` is that of the request's events, if it came as far as a command. */
export function logFailure({ log, method, routeOptions, session, correlation }: FastifyRequest, error: unknown): void {
  const found = {
    err: error,
    route: `${method} ${routeOptions.url ?? 'unknown'}`,
    ...(session && { account: session.accountId }),
    ...(correlation && { correlation }),
  }
  // without words of ours the line would take the error's own
  log.error(found, 'a request failed unexpectedly')
}

/** Causes of causes, and no further: one may be its own. */
const DEEPEST = 3
/** Postgres's codes of values and rows that it refuses: its message quotes them. Slonik's own error for the first has no code. */
const REFUSED_VALUE = /^2[23]...$/
const WHERE = '\n    at '

type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * What is written of an error: nothing of its own fields but a code. A failed query carries its values in them, one whose rows are not
 * as expected the row, and Postgres what it refused.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown', stack: '' }
  const { message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotes = error instanceof InvalidInputError || (code !== undefined && REFUSED_VALUE.test(code))
  return {
    type: error.constructor.name,
    message: quotes ? 'Postgres refused a value' : message,
    stack: quotes ? stack.slice(Math.max(0, stack.indexOf(WHERE))) : stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && depth < DEEPEST && { cause: loggedError(cause, depth + 1) }),
  }
}
