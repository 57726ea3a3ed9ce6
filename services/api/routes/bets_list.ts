// GET /api/bets/my-bets: newest first, at most 500; ?before=<bet id> pages on.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Id } from '../../../domain/values.ts'
import { requireSession, sessionOf } from '../authentication.ts'
import { Bets, ErrorReply } from '../contract.ts'
import { readFresh } from '../reading.ts'
import type { Api } from '../server.ts'
import type { Services } from '../services.ts'

const BETS_MAX = 500

export function listBets(app: Api, services: Services): void {
  app.get(
    '/api/bets/my-bets',
    {
      onRequest: requireSession(services, 'not_authenticated'),
      schema: {
        summary: 'Open and settled bets of the bettor',
        tags: ['bets'],
        querystring: z.object({ before: Id.optional() }),
        response: { 200: Bets, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { failure: 'bets_failed', bearer: 'needed', carries: ['X-Ledger-Position'] },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      await readFresh(services, request, reply as FastifyReply, session, ['bets', 'fixtures'])
      return services.reads.bets.betsOf(session.accountId, { before: request.query.before ?? null, limit: BETS_MAX })
    },
  )
}
