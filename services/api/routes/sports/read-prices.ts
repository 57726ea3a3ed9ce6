// GET /api/sports/prices?fixture=&market=&selection=[&point=]: the recorded prices of an outcome.
import { z } from 'zod'
import { lineText } from '#domain/settlement/markets.ts'
import { Id } from '#domain/values.ts'
import { ErrorReply, PriceHistory } from '#services/contract/contract.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { CachedReply, sendCached } from '../../http/replies/cached-reply.ts'
import type { Services } from '../../services.ts'

const Point = z
  .string()
  .regex(/^-?\d{1,4}(?:\.\d{1,2})?$/, 'must be a line')
  .transform(lineText)

export function readPrices(app: Api, { reads, board }: Services): void {
  app.get(
    '/api/sports/prices',
    {
      schema: {
        summary: 'The recorded prices of an outcome, the oldest first; at most the newest 500',
        tags: ['sports'],
        querystring: z.object({
          fixture: z.string().max(100),
          market: z.string().max(100),
          /** By the name that bettors see, or by key. */
          selection: z.string().max(200),
          point: Point.optional(),
        }),
        response: { 200: PriceHistory, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', failure: 'events_failed' },
    },
    async (request, reply) => {
      const { fixture, market, selection: name, point = null } = request.query
      if (!Id.safeParse(fixture).success || board.game(fixture) === null) throw new ApiError('event_missing')
      const selection = board.selectionNamed(fixture, market, name, point)
      if (selection === null) throw new ApiError('event_missing')
      const history = await reads.pricesOf({ fixture, market, point, selection })
      return sendCached(request, reply, new CachedReply(JSON.stringify(history)))
    },
  )
}
