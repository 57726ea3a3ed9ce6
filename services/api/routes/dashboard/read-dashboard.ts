// GET /api/admin/dashboard: the overview; lists come ten a page.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Dashboard, ErrorReply, FixturePairs } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { PageNumber } from '../../http/query.ts'
import { sendCached } from '../../http/replies/cached-reply.ts'
import type { Services } from '../../services.ts'

const NEEDED = ['accounts', 'bets', 'fixtures', 'house', 'statistics'] as const

export function readDashboard(app: Api, services: Services): void {
  app.get(
    '/api/admin/dashboard',
    {
      schema: {
        summary:
          'Overview of the back office; page and list page through users or bets; type=fixture-pairs: games that may be one',
        tags: ['back office'],
        querystring: z.object({
          page: PageNumber,
          list: z.enum(['users', 'bets']).optional(),
          type: z.string().optional(),
        }),
        response: { 200: z.union([Dashboard, FixturePairs]), '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized', admin: true }, carries: ['X-Ledger-Position'] },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { page, list = null, type } = request.query
      // without one it is the overview
      if (type !== undefined && type !== 'fixture-pairs') throw new ApiError('type_unknown')
      await awaitFreshReads(services, request, reply as FastifyReply, session, NEEDED)
      if (type === 'fixture-pairs') return reply.send(await services.reads.fixturePairs(page))
      return sendCached(request, reply, await services.reads.dashboard.read(session, { page, list }))
    },
  )
}
