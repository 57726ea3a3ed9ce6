// What a failure means to its caller. Each part derives its own errors from these, so that a process can tell them apart
// without knowing the parts.

/** The cause is outside this process: reported in one line, without a stack. */
export class ExpectedError extends Error {}

/** A dependency does not answer, and may answer again. */
export class TransientError extends ExpectedError {}

/** Retrying cannot help: the process ends, and the runbook says what a person can do. */
export type Unrecoverable = Error & { readonly runbook: string }

/** An error in one line. An AggregateError (one error for each address of a host) has no message of its own. */
export function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(lineOf))].join('; ')
  }
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
