// Logs requests that failed unexpectedly or were refused, with what is needed to find them again, and nothing of their
// body, headers or address.
import type { FastifyRequest } from 'fastify'
import { lineOf } from '#services/platform/errors.ts'
import { isTransient, unrecoverableIn } from '#services/platform/process/transient-errors.ts'
import { ApiError } from './errors.ts'

/**
 * One line at level error. It has the correlation id of the request's events if the request got as far as a command.
 */
export function logFailure(request: FastifyRequest, error: unknown): void {
  // without a message of ours the line would use the error's own
  request.log.error({ err: error, ...whereOf(request) }, 'a request failed unexpectedly')
}

/** One line at level info, with the code in the reply. */
export function logRefusal(request: FastifyRequest, { code, status }: ApiError): void {
  request.log.info({ code, status, ...whereOf(request) }, 'a request was refused')
}

/** Why requests fail, in one line, if a server that we need is away or refuses us, as with a full disk; null otherwise. */
export function serverFault(error: unknown): string | null {
  // what nothing recovers from ends the process, with a line of its own
  if (error instanceof ApiError || !isTransient(error) || unrecoverableIn(error) !== null) return null
  const text = lineOf(error)
  const { cause } = error as { cause?: unknown }
  const why = cause === undefined ? '' : lineOf(cause)
  // one of them may be the other with more detail
  if (why.includes(text)) return `requests fail: ${why}`
  return `requests fail: ${text.includes(why) ? text : `${text.replace(/\.$/, '')}: ${why}`}`
}

const whereOf = ({ method, routeOptions, session, correlation }: FastifyRequest) => ({
  route: `${method} ${routeOptions.url ?? 'unknown'}`,
  ...(session && { account: session.accountId }),
  ...(correlation && { correlation }),
})
