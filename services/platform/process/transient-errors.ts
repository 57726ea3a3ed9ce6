// Failures that may pass by themselves, told from faults of ours; and those after which nothing goes on.
import { TransientError, type Unrecoverable } from '../errors.ts'

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
export const isTransient = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (one) =>
      one instanceof TransientError || CODES.test(codeOf(one)) || (one instanceof Error && TEXTS.test(one.message)),
  )

/** The error, or a cause of it, after which nothing goes on by itself; null where there is none. */
export const unrecoverableIn = (error: unknown): Unrecoverable | null =>
  ([...chainOf(error)].find((one) => one instanceof Error && 'runbook' in one) as Unrecoverable | undefined) ?? null

/** One line. Several addresses of one name fail with an error for each, and no message of their own. */
export function lineOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(lineOf))].join('; ')
  }
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replace(/\s+/g, ' ').trim()
}
