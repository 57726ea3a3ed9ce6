// The simulated provider over HTTP: the paths, parameters, headers, costs and errors of The Odds API v4.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createFaults } from '../faults/faults.ts'
import { createFeed } from '../feed/feed.ts'
import { afterFault } from './answer-faults.ts'
import { addControlRoutes } from './control.ts'
import { createMeter } from './credits-meter.ts'
import { FeedError } from './feed-errors.ts'
import type { SimulatorOptions } from './options.ts'
import type { Query } from './parameters.ts'
import { type Call, type Params, ROUTES, type Route } from './routes.ts'

export type { SimulatorOptions }

export function createSimulator(options: SimulatorOptions): FastifyInstance {
  const faults = createFaults(options.seed, options.faults ?? 'off')
  const feed = createFeed(options.seed, faults)
  const meter = createMeter(options)
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })

  const add = (path: string, route: Route) => {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.query as Query
      const params = request.params as Params
      const used = meter.admit(query.apiKey)
      const call: Call = { feed, query, params, instant: options.now().getTime() }
      try {
        const fault = faults.ofAnswer(params.sport ?? null, call.instant)
        const { body, cost } = fault === null ? route.answer(call) : await afterFault(fault, route, call)
        used.charge(cost)
        reply.headers(used.headers(cost))
        if (typeof body === 'string') return reply.type('text/html; charset=utf-8').send(body)
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
      } catch (error) {
        reply.headers(used.headers(0))
        throw error
      }
    })
  }
  for (const [path, route] of Object.entries(ROUTES)) add(path, route)
  addControlRoutes(app, options, feed, faults)

  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found' }))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof FeedError) return reply.code(error.status).send(error.body)
    const { statusCode = 500, message } = error
    return reply.code(statusCode).send({ message: statusCode < 500 ? message : 'Internal Server Error' })
  })
  return app
}
