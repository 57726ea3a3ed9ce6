// What failed unexpectedly, with what finds it again: nothing of the request's body, headers or address.
import type { FastifyRequest } from 'fastify'

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
