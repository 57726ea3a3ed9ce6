// What is written of an error.
import { refusedValueIn } from '../errors.ts'

/** Causes of causes, and no further: one may be its own. */
const DEEPEST = 3
const WHERE = '\n    at '

export type LoggedError = { type: string; message: string; stack: string; code?: string; cause?: LoggedError }

/**
 * Nothing of its own fields but a code. A failed query carries its values in them, one whose rows are not as expected the row, and
 * Postgres what it refused.
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
