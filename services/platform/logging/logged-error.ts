// What is logged of an error.
import { refusedValueIn } from '../errors.ts'

/** How many nested causes are logged: an error may be its own cause. */
const DEEPEST = 3
const WHERE = '\n    at '

export type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * Of an error's own fields only its code is logged. A failed query has its values in its fields, one whose rows are not
 * as expected has the row, and an error of Postgres has what it refused.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown', stack: '' }
  const { message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const refused = refusedValueIn(error)
  return {
    type: error.constructor.name,
    message: refused ?? message,
    stack: refused === null ? stack : stack.slice(Math.max(0, stack.indexOf(WHERE))),
    ...(code !== undefined && { code }),
    ...(cause !== undefined && depth < DEEPEST && { cause: loggedError(cause, depth + 1) }),
  }
}
