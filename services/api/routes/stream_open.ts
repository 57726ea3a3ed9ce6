// GET /api/stream?topics=live,event:ID,me,admin: server-sent events, until the client or its session leaves.
import { z } from 'zod'
import { allowSession, bearerToken, isAdmin } from '../authentication.ts'
import { ErrorReply, Push } from '../contract.ts'
import { ApiError } from '../errors.ts'
import { StreamClient } from '../push/client.ts'
import { STREAMS_MAX } from '../push/hub.ts'
import { readTopics } from '../push/topics.ts'
import type { Api } from '../server.ts'
import type { Services } from '../services.ts'

export function openStream(app: Api, services: Services): void {
  const { hub } = services

  app.get(
    '/api/stream',
    {
      // asked for its headers alone, it would be a stream that nobody reads
      exposeHeadRoute: false,
      onRequest: allowSession(services),
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
      config: { bearer: 'allowed', carries: ['Last-Event-ID'] },
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

      reply.hijack()
      const response = reply.raw
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // a stream that has ended leaves no connection behind for a stopping server to wait for
        connection: 'close',
        // proxies that gather a reply before they pass it on would hold the events back
        'x-accel-buffering': 'no',
      })
      request.raw.socket.setNoDelay(true)
      const client = new StreamClient(response, topics, token, session)
      const leave = () => hub.close(client)
      response.on('close', leave)
      response.on('error', leave)
      const last = request.headers['last-event-id']
      hub.open(client, typeof last === 'string' ? last : null)
    },
  )
}
