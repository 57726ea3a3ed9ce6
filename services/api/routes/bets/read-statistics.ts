// GET /api/bets/statistics: the bettor's own.
import type { FastifyReply } from 'fastify'
import { ErrorReply, Statistics } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function readStatistics(app: Api, services: Services): void {
  app.get(
    '/api/bets/statistics',
    {
      schema: {
        summary: 'What the bettor’s bets come to',
        tags: ['bets'],
        response: { 200: Statistics, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: {
        queue: 'reads',
        failure: 'bets_failed',
        session: { refusal: 'not_authenticated' },
        carries: ['X-Ledger-Position'],
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      await awaitFreshReads(services, request, reply as FastifyReply, session, ['statistics'])
      return services.reads.people.ownStatistics(session.accountId)
    },
  )
}
