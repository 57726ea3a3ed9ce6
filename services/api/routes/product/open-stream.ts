// GET /api/stream?topics=live,event:ID,me,admin,ticker: server-sent events, until the client disconnects or its session
// ends.
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { ErrorReply, Push } from '#services/contract/contract.ts'
import { allowSession, bearerToken, isOfTheDesk, refusalOf } from '../../auth/authentication.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { networkOf } from '../../limits/network.ts'
import { StreamClient } from '../../push/client.ts'
import { STREAMS_MAX } from '../../push/hub.ts'
import { readTopics, TOPICS_TEXT } from '../../push/topics.ts'
import type { Services } from '../../services.ts'

const TOO_FAST = 'Too many streams opened at once. Please try again.'
/** The share of its streams that an address may open per second: a whole office can reconnect within ten seconds. */
const OPENED_PER_SECOND = 0.1
const OPENED_PER_SECOND_MIN = 20

export function openStream(app: Api, services: Services): void {
  const { hub, settings } = services
  const opened = new RateLimiterMemory({
    points: Math.max(OPENED_PER_SECOND_MIN, Math.ceil(settings.STREAMS_PER_ADDRESS * OPENED_PER_SECOND)),
    duration: 1,
  })
  const limitOpens = async ({ ip }: { ip: string }) => {
    await opened.consume(networkOf(ip)).catch(() => {
      throw new ApiError('rate_limited', { error: TOO_FAST, retryAfterS: 1 })
    })
  }

  app.get(
    '/api/stream',
    {
      // a HEAD request would open a stream that nobody reads
      exposeHeadRoute: false,
      // before the session lookup, so that a flood costs nobody else anything
      onRequest: [limitOpens, allowSession(services)],
      schema: {
        summary: 'Changes as they happen (server-sent events)',
        tags: ['product'],
        querystring: z.object({ topics: z.string().max(4_000) }),
        response: {
          200: { description: 'Each data line is JSON', content: { 'text/event-stream': { schema: Push } } },
          '4xx': ErrorReply,
          '5xx': ErrorReply,
        },
      },
      config: { bearer: 'optional', carries: ['Last-Event-ID'], lastsAsItsReader: true },
    },
    async (request, reply) => {
      const { session } = request
      const token = bearerToken(request)
      const topics = readTopics(request.query.topics)
      if (topics === null) throw new ApiError('invalid_request', { error: `topics: ${TOPICS_TEXT}` })
      // an invalid token is refused rather than treated as anonymous
      if (session === null && (token !== null || topics.me || topics.admin || topics.ticker)) {
        throw await refusalOf(services, token, 'unauthorized')
      }
      if ((topics.admin || topics.ticker) && !isOfTheDesk(session!)) throw new ApiError('not_an_admin')
      if (hub.size >= STREAMS_MAX) throw new ApiError('streams_full', { retryAfterS: 30 })

      const response = reply.raw
      const { socket } = response
      // the request is pipelined behind another, but from here on the stream needs the connection to itself
      if (socket === null) throw new ApiError('invalid_request', { error: 'A stream needs a connection of its own.' })

      // already answered, because it took too long
      if (reply.sent) return
      reply.hijack()
      // the client has disconnected already, and no event would tell
      if (socket.destroyed) return
      // not chunked, so that all streams share the same bytes
      response.removeHeader('transfer-encoding')
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // so that a server that stops need not wait for connections of ended streams
        connection: 'close',
        // tells proxies not to buffer, which would delay the events
        'x-accel-buffering': 'no',
      })
      response.flushHeaders()
      socket.setNoDelay(true)
      const client = new StreamClient(socket, topics, token, session, networkOf(request.ip))
      const leave = () => hub.close(client)
      response.on('close', leave)
      response.on('error', leave)
      const last = request.headers['last-event-id']
      hub.open(client, typeof last === 'string' ? last : null)
    },
  )
}
