// The HTTP server: limits, headers, and the replies to requests without a route.
import type { Socket } from 'node:net'
import swagger from '@fastify/swagger'
import fastify, { LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type LogOutput, logSettings } from '#services/platform/logging/logger.ts'
import type { Api } from './http/api.ts'
import { refuseConnection, refuseTunnel } from './http/connection/refuse-connection.ts'
import { faultOfHead, HEADERS_MAX_BYTES } from './http/connection/request-head.ts'
import { answerErrors, sendError } from './http/errors/error-handler.ts'
import { ApiError } from './http/errors/errors.ts'
import { toApiError } from './http/errors/failures.ts'
import { schemaCheck } from './http/errors/schema-check.ts'
import { withFirstGames } from './http/first-games.ts'
import { BODY_BYTES_MAX, readJsonBodies } from './http/json/json-body.ts'
import { PAGE_METHODS, watchPaths } from './http/known-paths.ts'
import { transform } from './http/openapi.ts'
import { createResponseCache } from './http/replies/response-cache.ts'
import { countRequests } from './http/request-metrics.ts'
import { traceRequests } from './http/request-traces.ts'
import { apiHeaders } from './http/security-headers.ts'
import { serveUi } from './http/ui-files.ts'
import { addRoutes } from './routes/routes.ts'
import type { Services } from './services.ts'

/** How long a request may take to arrive completely, and how often that is checked. */
const ARRIVAL = { withinMs: 15_000, checkEveryMs: 2_000 }

const ROUTER = { maxParamLength: 200, ignoreTrailingSlash: true }

/**
 * Builds the server without listening. Throws if a setting is wrong. `logTo` receives lines of JSON; stdout by default.
 */
export async function buildServer(services: Services, arrival = ARRIVAL, logTo?: LogOutput): Promise<Api> {
  const { TRUST_PROXY, LOG_LEVEL } = services.settings
  const https = TRUST_PROXY !== undefined
  const headers = apiHeaders(https)
  const app: Api = fastify({
    logger: {
      ...logSettings('api', LOG_LEVEL),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      ...(logTo && { stream: logTo }),
    },
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
      // refused with our own text, see faultOfHead
      requireHostHeader: false,
      // Node applies the longer of both timeouts to the whole request
      headersTimeout: arrival.withinMs,
      connectionsCheckingInterval: arrival.checkEveryMs,
    },
    frameworkErrors: (error, { raw }, reply) => {
      const fault = faultOfHead(raw)
      const answer = fault === null ? toApiError(error) : new ApiError(fault)
      return sendError(reply, answer ?? new ApiError('internal'), headers)
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headers),
  }).withTypeProvider<ZodTypeProvider>()
  // headers are limited by their bytes; those beyond a count would be ignored silently
  app.server.maxHeadersCount = 0
  // Node would reply by itself, without our headers. A server may ignore an expectation that it does not know (RFC
  // 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
  app.server.on('connect', (request, socket: Socket) => refuseTunnel(request, socket, headers))

  readJsonBodies(app, (request, parse) => services.queues.run('bodies', request, parse))
  app.setValidatorCompiler(schemaCheck)
  // replies are built by our own code and the tests check their shapes; validating each would cost more than building
  // it
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('session', null)
  app.decorateRequest('correlation', null)
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
  countRequests(app)
  traceRequests(app)
  answerErrors(app, services)

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
  const lists = createResponseCache(services.board)
  app.register((routes: Api) => addRoutes(routes, services, lists))
  const mainPage = (page: string) => withFirstGames(page, services, lists)
  isPage = await serveUi(app, { dir: services.uiDir, https, mainPage })
  return app
}
