// Counts the requests of each route, how they were answered, and how long that took.
import { counter, histogram } from '#services/platform/metrics/registry.ts'
import type { Api } from './api.ts'

const requests = counter('http_requests_total', 'Answered requests', ['method', 'route', 'status'])
const durations = histogram('http_request_seconds', 'From a request to its answer, of all but streams', {
  labels: ['method', 'route'],
})
const refusals = counter('http_refusals_total', 'Requests that were answered with an error, by its code', ['code'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An event stream, whose duration says nothing. */
    lastsAsItsReader?: true
  }
}

/** Counts the requests of every route. URLs without a route are counted together. */
export function countRequests(app: Api): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    const { method } = request
    requests.inc({ method, route, status: reply.statusCode })
    if (!request.routeOptions.config?.lastsAsItsReader) durations.observe({ method, route }, reply.elapsedTime / 1_000)
    done()
  })
}

/** `code`: of the error catalogue. */
export const countRefusal = (code: string): void => refusals.inc({ code })
