// Turns whatever a route throws into a reply, writes refusals to the security log, and says which server is the reason.
import type { FastifyReply } from 'fastify'
import { recordRefusal } from '../../security/refusal-log.ts'
import type { Services } from '../../services.ts'
import type { Api } from '../api.ts'
import { sendJson } from '../json/json-body.ts'
import { countRefusal } from '../request-metrics.ts'
import type { Headers } from '../security-headers.ts'
import { ApiError } from './errors.ts'
import { invalidRequest, toApiError } from './failures.ts'
import { logFailure, logRefusal, serverFault } from './log-failure.ts'
import { NotAsDescribed } from './schema-check.ts'

export function answerErrors(app: Api, { security, problems }: Pick<Services, 'security' | 'problems'>): void {
  app.setErrorHandler((error, request, reply) => {
    const { config } = request.routeOptions
    const answer =
      error instanceof NotAsDescribed ? invalidRequest(error, request.body, config.invalid) : toApiError(error)
    request.span?.set({ 'fairbook.refusal': answer?.code })
    if (answer === null) logFailure(request, error)
    else {
      recordRefusal(security, request, answer)
      logRefusal(request, answer)
      const fault = serverFault(error)
      if (fault !== null) problems(fault)
    }
    const failure = typeof config.failure === 'function' ? config.failure(request) : config.failure
    return sendError(reply as FastifyReply, answer ?? new ApiError(failure ?? 'internal'), {}, config.refusal)
  })
}

/** `more`: fields besides error and code. */
export function sendError(
  reply: FastifyReply,
  { code, status, reply: body, retryAfterS }: ApiError,
  headers: Headers = {},
  more: object = {},
): FastifyReply {
  countRefusal(code)
  reply.headers(headers)
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return sendJson(reply.status(status), JSON.stringify({ ...more, ...body }))
}
