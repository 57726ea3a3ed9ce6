// GET /api/sports/results?day=: how the games of a day ended; today by default.
import { z } from 'zod'
import { DayResults, ErrorReply } from '#services/contract/contract.ts'
import { ofGames } from '../../consistency/board-reads.ts'
import type { Api } from '../../http/api.ts'
import { sendCached } from '../../http/replies/cached-reply.ts'
import type { ResponseCache } from '../../http/replies/response-cache.ts'
import { dayOf } from '../../reads/sports/results.ts'
import type { Services } from '../../services.ts'

/** Earlier than any game, and a date that every table can hold. */
const FIRST_DAY = '2000-01-01'

export function listResults(app: Api, services: Services, lists: ResponseCache): void {
  const { reads, clock } = services
  const { config, preHandler } = ofGames(services)
  app.get(
    '/api/sports/results',
    {
      schema: {
        summary: 'Results of the games that started on a day in Europe/Paris; without one, of today',
        tags: ['sports'],
        querystring: z.object({
          day: z.iso
            .date()
            .refine((day) => day >= FIRST_DAY, 'must be a day of this century')
            .optional(),
        }),
        response: { 200: DayResults, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { ...config, queue: 'reads', failure: 'events_failed' },
      preHandler,
    },
    async (request, reply) => {
      const results = await reads.resultsOf(request.query.day ?? dayOf(clock.businessNow()))
      return sendCached(request, reply, lists.ofDay(results.day, JSON.stringify(results)))
    },
  )
}
