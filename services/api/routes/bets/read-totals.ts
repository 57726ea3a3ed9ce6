// GET /api/bets/totals: sums of the bettor's own bets, or of those that match the query.
import { BetQuery, BetTotals, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'
import { OWN_BETS } from './own-bets.ts'

export function readTotals(app: Api, services: Services): void {
  app.get(
    '/api/bets/totals',
    {
      schema: {
        summary: 'How many bets the bettor has, and what they come to',
        tags: ['bets'],
        querystring: BetQuery,
        response: { 200: BetTotals, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: OWN_BETS,
    },
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets'])
      return services.reads.bets.totals(sessionOf(request).accountId, request.query)
    },
  )
}
