// What goes wrong and may pass by itself, told from faults of ours; and what never passes.
import { LogMismatch } from '#projections/runner/checkpoint.ts'
import { OtherLog, OutcomeUnknown, StoreUnavailable } from '#services/event-store/port.ts'

/** Postgres is away, starting, or full; nobody listens, or the connection broke. */
const CODES =
  /^(08|53|57)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const TEXTS =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Backend has been terminated|Query read timeout|Connection is closed|Stream isn't writeable|^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN) /

const DEEPEST = 8

/** An error, what caused it, what caused that. */
export function* chainOf(error: unknown): Generator<unknown> {
  for (let one = error, depth = 0; one !== undefined && one !== null && depth < DEEPEST; depth++) {
    yield one
    one = (one as { cause?: unknown }).cause
  }
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether something that is needed does not answer, and may do so again. */
export const isPassing = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (one) =>
      one instanceof StoreUnavailable ||
      one instanceof OutcomeUnknown ||
      CODES.test(codeOf(one)) ||
      (one instanceof Error && TEXTS.test(one.message)),
  )

/** What answers holds another log than the one known: nothing goes on from here by itself. Null where it is no such error. */
export const otherLogIn = (error: unknown): Error | null =>
  ([...chainOf(error)].find((one) => one instanceof OtherLog || one instanceof LogMismatch) as Error | undefined) ??
  null

/** One line. Several addresses of one name fail with an error for each, and no message of their own. */
export function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(lineOf))].join('; ')
  }
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
