// The HTTP server: what every request goes through, and the table of routes.

import type { Socket } from 'node:net'
import swagger from '@fastify/swagger'
import fastify, { type FastifyReply, LogController } from 'fastify'
import { hasZodFastifySchemaValidationErrors, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { requireSessions } from './auth/authentication.ts'
import type { Api } from './http/api.ts'
import { refuseConnection, refuseTunnel } from './http/connection/refuse-connection.ts'
import { faultOfHead, HEADERS_MAX_BYTES } from './http/connection/request-head.ts'
import type { Deadline } from './http/deadline.ts'
import { ApiError } from './http/errors/errors.ts'
import { invalidRequest, toApiError } from './http/errors/failures.ts'
import { BODY_BYTES_MAX, readJsonBodies, sendJson } from './http/json/json-body.ts'
import { PAGE_METHODS, watchPaths } from './http/known-paths.ts'
import { transform } from './http/openapi.ts'
import { createResponseCache } from './http/replies/response-cache.ts'
import { apiHeaders, type Headers } from './http/security-headers.ts'
import { serveUi } from './http/ui-files.ts'
import { queueRequests } from './limits/request-queues.ts'
import { actOnAuth } from './routes/auth/auth-actions.ts'
import { listBets } from './routes/bets/list-bets.ts'
import { placeBet } from './routes/bets/place-bet.ts'
import { readStatistics } from './routes/bets/read-statistics.ts'
import { actOnDashboard } from './routes/dashboard/dashboard-actions.ts'
import { readDashboard } from './routes/dashboard/read-dashboard.ts'
import { openStream } from './routes/product/open-stream.ts'
import { readClock } from './routes/product/read-clock.ts'
import { readDescription } from './routes/product/read-description.ts'
import { readHealth } from './routes/product/read-health.ts'
import { listGames } from './routes/sports/list-games.ts'
import { listLive } from './routes/sports/list-live-games.ts'
import { listSports } from './routes/sports/list-sports.ts'
import { recordRefusal } from './security/refusal-log.ts'
import type { SecurityLog } from './security/security-log.ts'
import type { Services } from './services.ts'

/** For all of a request's bytes to arrive, and how often it is looked for those that take longer. */
const ARRIVAL = { withinMs: 15_000, lookEveryMs: 2_000 }

const ROUTER = { maxParamLength: 200, ignoreTrailingSlash: true }

/** Not listening yet. Throws where a setting is wrong. */
export async function buildServer(services: Services, arrival = ARRIVAL): Promise<Api> {
  const { TRUST_PROXY, LOG_LEVEL } = services.settings
  const https = TRUST_PROXY !== undefined
  const headers = apiHeaders(https)
  const app: Api = fastify({
    logger: { level: LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: TRUST_PROXY ?? false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: arrival.withinMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: ROUTER,
    http: {
      maxHeaderSize: HEADERS_MAX_BYTES,
      // refused in words of ours, see faultOfHead
      requireHostHeader: false,
      // the longer of both times holds for the whole request, whichever it is
      headersTimeout: arrival.withinMs,
      connectionsCheckingInterval: arrival.lookEveryMs,
    },
    frameworkErrors: (error, { raw }, reply) => {
      const fault = faultOfHead(raw)
      const answer = fault === null ? toApiError(error) : new ApiError(fault)
      return sendError(reply, answer ?? new ApiError('internal'), headers)
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headers),
  }).withTypeProvider<ZodTypeProvider>()
  // bounded by their bytes: those beyond a number would not be seen
  app.server.maxHeadersCount = 0
  app.server.on('connect', (request, socket: Socket) => refuseTunnel(request, socket, headers))

  readJsonBodies(app, (request, parse) => services.queues.run('bodies', request, parse))
  app.setValidatorCompiler(validatorCompiler)
  // replies are made by our own code and their shapes compared in the tests: checking each would cost more than making it
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('session', null)
  app.decorateReply('arrivedAt', 0)

  const paths = watchPaths(app, ROUTER)
  let isPage = (_url: string): boolean => false
  app.addHook('onRequest', (request, reply, done) => {
    reply.arrivedAt = performance.now()
    reply.headers(headers)
    const fault = faultOfHead(request.raw)
    if (fault !== null) return done(new ApiError(fault))
    if (!request.is404) return done()
    const { method, url } = request
    const known = paths.allow(url)
    if (known === null && !isPage(url)) return done(new ApiError('not_found'))
    if (known === null && (method === 'GET' || method === 'HEAD')) return done()
    reply.header('allow', known ?? PAGE_METHODS)
    if (method !== 'OPTIONS') return done(new ApiError('method_not_allowed'))
    reply.status(204).send()
  })
  answerErrors(app, services.security)

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fairbook',
        version: '0.1.0',
        description: 'An event-sourced betting ledger that anyone can audit.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform,
  })
  app.register(async (routes: Api) => {
    const lists = createResponseCache(services.board)
    requireSessions(routes, services)
    queueRequests(routes, services.queues)
    answerInTime(routes, services.deadline)
    actOnAuth(routes, services)
    listBets(routes, services)
    readStatistics(routes, services)
    placeBet(routes, services)
    listSports(routes, services, lists)
    listLive(routes, services, lists)
    listGames(routes, services, lists)
    readDashboard(routes, services)
    actOnDashboard(routes, services)
    readClock(routes, services)
    openStream(routes, services)
    readHealth(routes, services)
    readDescription(routes)
  })
  isPage = await serveUi(app, services.uiDir, https)
  return app
}

/** Every call that is added to `routes` from here on. */
function answerInTime(routes: Api, deadline: Deadline): void {
  routes.addHook('onRoute', (route) => {
    const { handler, method } = route
    const late = method === 'POST' ? 'outcome_unknown' : 'unavailable'
    route.handler = function (request, reply) {
      return deadline.within(reply, late, Promise.resolve(handler.call(this, request, reply)))
    }
  })
}

function answerErrors(app: Api, security: SecurityLog): void {
  app.setErrorHandler((error, request, reply) => {
    const { config } = request.routeOptions
    const answer = hasZodFastifySchemaValidationErrors(error)
      ? invalidRequest(error.validation, request.body, config.invalid)
      : toApiError(error)
    if (answer === null) request.log.error(error)
    else recordRefusal(security, request, answer)
    return sendError(reply as FastifyReply, answer ?? new ApiError(config.failure ?? 'internal'), {}, config.refusal)
  })
}

function sendError(
  reply: FastifyReply,
  { status, reply: body, retryAfterS }: ApiError,
  headers: Headers = {},
  more: object = {},
) {
  reply.headers(headers)
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return sendJson(reply.status(status), JSON.stringify({ ...more, ...body }))
}
