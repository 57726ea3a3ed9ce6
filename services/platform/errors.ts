// What a failure means to its caller. Each part derives its own errors from these, so that a process can tell them
// apart without knowing the parts.

/** The cause is outside this process: reported in one line, without a stack. */
export class ExpectedError extends Error {}

/** A dependency does not answer, and may answer again. */
export class TransientError extends ExpectedError {}

/** Retrying cannot help: the process ends, and the runbook says what a person can do. */
export type Unrecoverable = Error & { readonly runbook: string }

const REFUSED = 'Postgres refused a value'
/** The codes of Postgres for refused values and rows. Slonik's own error for the former has no code. */
const REFUSED_VALUE = /^2[23]...$/
const SLONIKS = 'InvalidInputError'
const MAX_DEPTH = 8

/**
 * What to print instead if Postgres quotes a value in its message: the code and the constraint; null if it does not.
 * Causes count too, because the error around them may repeat their messages.
 */
export function refusedValueIn(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth === MAX_DEPTH) return null
  // by its name, because not every process loads Slonik
  if (error.constructor.name === SLONIKS) return REFUSED
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (typeof code !== 'string' || !REFUSED_VALUE.test(code)) return refusedValueIn(error.cause, depth + 1)
  return `${REFUSED} (${code}${typeof constraint === 'string' ? `, ${constraint}` : ''})`
}

/**
 * An error in one line, without values that Postgres quotes. An AggregateError (one error for each address of a host)
 * has no message of its own.
 */
export function lineOf(error: unknown): string {
  const refused = refusedValueIn(error)
  if (refused !== null) return refused
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(lineOf))].join('; ')
  }
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
