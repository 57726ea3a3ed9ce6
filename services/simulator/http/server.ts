// The simulated provider over HTTP: the paths, parameters, headers, costs and errors of The Odds API v4.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createFeed } from '../feed/feed.ts'
import { createMeter, type MeterOptions } from './credits-meter.ts'
import { FeedError } from './feed-errors.ts'
import type { Query } from './parameters.ts'
import { type Answer, type Call, type Params, ROUTES } from './routes.ts'

export type SimulatorOptions = MeterOptions & {
  readonly seed: string
  /** The business clock, which games are played by. */
  readonly now: () => Date
  /** Business seconds per system second; 1 by default. */
  readonly speed?: () => number
}

export function createSimulator(options: SimulatorOptions): FastifyInstance {
  const feed = createFeed(options.seed)
  const meter = createMeter(options)
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })

  const route = (path: string, answer: (call: Call) => Answer) => {
    app.get(path, (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.query as Query
      const used = meter.admit(query.apiKey)
      const call = { feed, query, params: request.params as Params, instant: options.now().getTime() }
      try {
        const { body, cost } = answer(call)
        used.charge(cost)
        return reply.headers(used.headers(cost)).type('application/json; charset=utf-8').send(JSON.stringify(body))
      } catch (error) {
        reply.headers(used.headers(0))
        throw error
      }
    })
  }
  for (const [path, answer] of Object.entries(ROUTES)) route(path, answer)

  app.get('/__sim/clock', () => ({
    now: options.now().toISOString(),
    speed: options.speed?.() ?? 1,
    seed: options.seed,
  }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found' }))
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof FeedError) return reply.code(error.status).send(error.body)
    return reply.code(500).send({ message: 'Internal Server Error' })
  })
  return app
}
