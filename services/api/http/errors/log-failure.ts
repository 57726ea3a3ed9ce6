// What failed unexpectedly or was refused, with what finds it again: nothing of the request's body, headers or address.
import type { FastifyRequest } from 'fastify'
import type { ApiError } from './errors.ts'

/** One line at level error. `correlation` is that of the request's events, if it came as far as a command. */
export function logFailure(request: FastifyRequest, error: unknown): void {
  // without words of ours the line would take the error's own
  request.log.error({ err: error, ...whereOf(request) }, 'a request failed unexpectedly')
}

/** One line at level info, with the code that was answered. */
export function logRefusal(request: FastifyRequest, { code, status }: ApiError): void {
  request.log.info({ code, status, ...whereOf(request) }, 'a request was refused')
}

const whereOf = ({ method, routeOptions, session, correlation }: FastifyRequest) => ({
  route: `${method} ${routeOptions.url ?? 'unknown'}`,
  ...(session && { account: session.accountId }),
  ...(correlation && { correlation }),
})
