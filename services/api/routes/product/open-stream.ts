// GET /api/stream?topics=live,event:ID,me,admin: server-sent events, until the client or its session leaves.
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { ErrorReply, Push } from '#services/contract/contract.ts'
import { allowSession, bearerToken, isAdmin } from '../../auth/authentication.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { networkOf } from '../../limits/network.ts'
import { StreamClient } from '../../push/client.ts'
import { STREAMS_MAX } from '../../push/hub.ts'
import { readTopics } from '../../push/topics.ts'
import type { Services } from '../../services.ts'

const TOO_FAST = 'Too many streams opened at once. Please try again.'
/** An address may open this share of its streams in a second: all of an office come back within ten. */
const OPENED_PER_SECOND = 0.1
const OPENED_PER_SECOND_MIN = 20

export function openStream(app: Api, services: Services): void {
  const { hub, settings } = services
  const opened = new RateLimiterMemory({
    points: Math.max(OPENED_PER_SECOND_MIN, Math.ceil(settings.STREAMS_PER_ADDRESS * OPENED_PER_SECOND)),
    duration: 1,
  })
  const boundOpens = async ({ ip }: { ip: string }) => {
    await opened.consume(networkOf(ip)).catch(() => {
      throw new ApiError('rate_limited', { error: TOO_FAST, retryAfterS: 1 })
    })
  }

  app.get(
    '/api/stream',
    {
      // asked for its headers alone, it would be a stream that nobody reads
      exposeHeadRoute: false,
      // before its session is looked up: a flood of them costs nobody else anything
      onRequest: [boundOpens, allowSession(services)],
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
      config: { bearer: 'optional', carries: ['Last-Event-ID'] },
    },
    async (request, reply) => {
      const { session } = request
      const token = bearerToken(request)
      const topics = readTopics(request.query.topics)
      if (topics === null) throw new ApiError('invalid_request', { error: 'topics: live, event:ID, me, admin' })
      // a token that is not valid any more is told so, rather than served as if nobody had signed in
      if (session === null && (token !== null || topics.me || topics.admin)) throw new ApiError('unauthorized')
      if (topics.admin && !isAdmin(session!)) throw new ApiError('not_an_admin')
      if (hub.size >= STREAMS_MAX) throw new ApiError('streams_full', { retryAfterS: 30 })

      const response = reply.raw
      const { socket } = response
      // it came behind another request on its connection: from here on the connection is the stream's alone
      if (socket === null) throw new ApiError('invalid_request', { error: 'A stream needs a connection of its own.' })

      // it was given up while it waited
      if (reply.sent) return
      reply.hijack()
      // nobody would notice that it left: it has left already
      if (socket.destroyed) return
      // without chunks, so that all streams are sent the same bytes
      response.removeHeader('transfer-encoding')
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // a stream that has ended leaves no connection behind for a stopping server to wait for
        connection: 'close',
        // proxies that gather a reply before they pass it on would hold the events back
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
