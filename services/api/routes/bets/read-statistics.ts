// GET /api/bets/statistics: the bettor's own statistics.
import { ErrorReply, Statistics } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'
import { OWN_BETS } from './own-bets.ts'

export function readStatistics(app: Api, services: Services): void {
  app.get(
    '/api/bets/statistics',
    {
      schema: {
        summary: 'What the bettor’s bets come to',
        tags: ['bets'],
        response: { 200: Statistics, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: OWN_BETS,
    },
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['statistics'])
      return services.reads.people.ownStatistics(sessionOf(request).accountId)
    },
  )
}
