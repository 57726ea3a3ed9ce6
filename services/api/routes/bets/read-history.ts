// GET /api/bets/{betId}/history: everything that happened to one of the bettor's own bets.
import { z } from 'zod'
import { Id } from '#domain/values.ts'
import { BetHistory, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { OWN_BETS } from './own-bets.ts'

export function readHistory(app: Api, services: Services): void {
  app.get(
    '/api/bets/:betId/history',
    {
      schema: {
        summary: 'The quotes of one of the bettor’s bets, the results of its games, and how it ended',
        tags: ['bets'],
        params: z.object({ betId: Id }),
        response: { 200: BetHistory, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: OWN_BETS,
    },
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets', 'fixtures', 'audit'])
      const history = await services.reads.bets.historyOf(sessionOf(request).accountId, request.params.betId)
      if (history === null) throw new ApiError('not_found')
      return history
    },
  )
}
