// GET /api/sports/live: games from their start until four hours after, unless completed.
import { z } from 'zod'
import { ErrorReply, Games } from '#services/contract/contract.ts'
import { ofGames } from '../../consistency/board-reads.ts'
import type { Api } from '../../http/api.ts'
import { Flag } from '../../http/query.ts'
import { sendCached } from '../../http/replies/cached-reply.ts'
import type { ResponseCache } from '../../http/replies/response-cache.ts'
import type { Services } from '../../services.ts'

/** Length of the extended list. */
const EXTENDED_MAX = 20

export function listLive(app: Api, services: Services, lists: ResponseCache): void {
  const { board } = services
  const { config, preHandler } = ofGames(services)
  app.get(
    '/api/sports/live',
    {
      schema: {
        summary: 'Live games; with ?extended=true at most 20, those with prices first',
        tags: ['sports'],
        querystring: z.object({ extended: Flag }),
        response: { 200: Games, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { ...config, queue: 'lists', failure: 'events_failed' },
      preHandler,
    },
    async (request, reply) => {
      const extended = () => {
        const live = board.live()
        const priced = live.filter((game) => game.odds !== undefined)
        return [...priced, ...live.filter((game) => game.odds === undefined)].slice(0, EXTENDED_MAX)
      }
      const list = request.query.extended ? lists.games('extended', extended) : lists.games('live', () => board.live())
      return sendCached(request, reply, list)
    },
  )
}
