// Tells transient failures from bugs, and from failures that nothing recovers from.
import { TransientError, type Unrecoverable } from '../errors.ts'

/** Postgres is down, starting or full; nobody listens, or the connection broke. */
const CODES =
  /^(08|53|57)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const TEXTS =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Backend has been terminated|Client is pending destroy|encountered a connection error and is not queryable|Query read timeout|Connection is closed|Stream isn't writeable|^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN) /

const MAX_DEPTH = 8

/** An error, its cause, the cause of that. */
function* chainOf(error: unknown): Generator<unknown> {
  for (let one = error, depth = 0; one !== undefined && one !== null && depth < MAX_DEPTH; depth++) {
    yield one
    one = (one as { cause?: unknown }).cause
  }
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether a dependency does not answer, and may answer again. */
export const isTransient = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (one) =>
      one instanceof TransientError || CODES.test(codeOf(one)) || (one instanceof Error && TEXTS.test(one.message)),
  )

/** The error, or a cause of it, that nothing recovers from; null if there is none. */
export const unrecoverableIn = (error: unknown): Unrecoverable | null =>
  ([...chainOf(error)].find((one) => one instanceof Error && 'runbook' in one) as Unrecoverable | undefined) ?? null
