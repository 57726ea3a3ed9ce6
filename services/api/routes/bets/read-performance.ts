// GET /api/bets/performance: what the bettor's own bets made.
import { ErrorReply, Performance } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'
import { OWN_BETS } from './own-bets.ts'

export function readPerformance(app: Api, services: Services): void {
  app.get(
    '/api/bets/performance',
    {
      schema: {
        summary: 'What the bettor’s won and lost bets came to, by day, sport and market',
        tags: ['bets'],
        response: { 200: Performance, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: OWN_BETS,
    },
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets'])
      return services.reads.bets.performanceOf(sessionOf(request).accountId)
    },
  )
}
