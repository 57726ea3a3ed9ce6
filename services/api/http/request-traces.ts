// A span for each call of the api, the root of its trace. The trace id is ours, and is the correlation id of the
// request's events: clients choose neither it nor what is sampled.
import type { FastifyRequest } from 'fastify'
import { randomId } from '#services/commands/command-id.ts'
import { beginSpan, isTracing, rootOf, type Span, type SpanPlace } from '#services/platform/tracing/spans.ts'
import type { Api } from './api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace id; null without tracing. */
    trace: string | null
    /** Null if the trace is not sampled. */
    span: Span | null
  }
}

export function traceRequests(app: Api): void {
  app.decorateRequest('trace', null)
  app.decorateRequest('span', null)
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    // a stream lasts as long as its reader stays
    if (url?.startsWith('/api/') && !config?.lastsAsItsReader) begin(request, url)
    done()
  })
  app.addHook('onResponse', ({ span, session }, { statusCode }, done) => {
    if (span !== null) {
      span.set({ 'http.response.status_code': statusCode, 'fairbook.account': session?.accountId })
      if (statusCode >= 500) span.fail(String(statusCode))
      span.end()
    }
    done()
  })
}

function begin(request: FastifyRequest, route: string): void {
  const { method } = request
  const trace = randomId()
  request.trace = trace
  request.span = beginSpan({
    name: `${method} ${route}`,
    trace,
    id: rootOf(trace),
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    links: callerOf(request),
  })
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** The span in which a proxy passed the request on, if the proxy is one that is trusted with the client's address. */
function callerOf({ ip, socket, headers }: FastifyRequest): SpanPlace[] {
  if (ip === socket.remoteAddress) return []
  const [, trace, id] = TRACEPARENT.exec(String(headers.traceparent)) ?? []
  return trace === undefined || id === undefined ? [] : [{ trace, id }]
}
